"""Numbers → JSON, results lines and tables."""

from factscore.report.results import results_line
from factscore.report.summary import summary_json

__all__ = ["results_line", "summary_json"]
