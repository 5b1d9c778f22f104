"""Input files → generations, with all that is wrong reported at once.

``read_generations`` is all that most callers need. Underneath, ``files`` turns bytes into
rows, ``rows`` turns a row into a ``Generation``; neither knows of the other.
"""

from factscore.read.base import Fault, Row
from factscore.read.facts import FactsKind
from factscore.read.files import read_rows
from factscore.read.reader import read_generations
from factscore.read.rows import to_generation

__all__ = ["FactsKind", "Fault", "Row", "read_generations", "read_rows", "to_generation"]
