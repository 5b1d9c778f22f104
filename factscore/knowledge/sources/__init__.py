"""Files that articles can be read from, recognised by content.

To add a format, write a reader and put it into
:data:`~factscore.knowledge.sources.formats.FORMATS`; nothing else knows the formats.
"""

from __future__ import annotations

from factscore.knowledge.sources.files import STANDARD_INPUT, read_articles, recognise
from factscore.knowledge.sources.formats import FORMATS, SUPPORTED, SourceFormat
from factscore.knowledge.sources.meter import Meter

__all__ = [
    "FORMATS",
    "STANDARD_INPUT",
    "SUPPORTED",
    "Meter",
    "SourceFormat",
    "read_articles",
    "recognise",
]
