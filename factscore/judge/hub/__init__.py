"""The judge ``nli:MODEL``: published models, from a folder or the Hugging Face hub.

source      where a checkpoint is, its config.json and its revision; no torch
kinds       which kind of model a config.json describes, and its labels; no torch
reader      texts → windows that fit a model, counted by its tokenizer
family      what every kind can do, and texts as one prompt
classifiers three-way and two-way classifiers, MiniCheck's RoBERTa and DeBERTa
generators  TRUE, MiniCheck's Flan-T5, and chat models as yes/no judges
hhem        Vectara's HHEM
families    kind → family
loading     config, tokenizer and weights, every fault told in one line
devices     which devices, precision and sizes; no torch
batches     pairs → batches by tokens, halved where memory ends; no torch
engine      claims → probabilities, on one device
workers     the same on several devices, a process each
verdicts    probabilities → verdicts; no torch
judge       all of it behind the interface of a judge
"""

from __future__ import annotations

from factscore.judge.hub.judge import HubJudge

__all__ = ["HubJudge"]
