"""Input files → generations, with all that is wrong reported at once.

``read_generations`` is all that most callers need; ``open_generations`` reads files of any size
one generation at a time. Underneath, ``files`` turns bytes into rows, ``rows`` turns a row into
a ``Generation``; neither knows of the other.
"""

from factscore.read.base import Fault, Row
from factscore.read.facts import FactsKind
from factscore.read.files import read_rows
from factscore.read.reader import read_generations
from factscore.read.rows import to_generation
from factscore.read.stream import Generations, open_generations

__all__ = [
    "FactsKind",
    "Fault",
    "Generations",
    "Row",
    "open_generations",
    "read_generations",
    "read_rows",
    "to_generation",
]
