"""A few human labels turn a biased score into an honest one with an interval.

``calibrate`` judges labelled facts and keeps the counts of each item; ``correct_models``
adds to a run's scores what people would have given.
"""

from factscore.calibration.check import refuse_other, run_setup
from factscore.calibration.correct import correct_models, correct_score, why_not
from factscore.calibration.file import CalibrationFile, calibration_json, read_calibration
from factscore.calibration.learn import Learned, gather
from factscore.calibration.prediction_powered import Estimate, Pair, estimate_mean
from factscore.calibration.records import Calibration, JudgeQuality, Key, LabelledItem, Setup
from factscore.calibration.run import calibrate, choose_rows, conclude

__all__ = [
    "Calibration",
    "CalibrationFile",
    "Estimate",
    "JudgeQuality",
    "Key",
    "LabelledItem",
    "Learned",
    "Pair",
    "Setup",
    "calibrate",
    "calibration_json",
    "choose_rows",
    "conclude",
    "correct_models",
    "correct_score",
    "estimate_mean",
    "gather",
    "read_calibration",
    "refuse_other",
    "run_setup",
    "why_not",
]
