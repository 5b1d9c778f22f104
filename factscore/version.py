"""The installed version, read from the package's own metadata."""

from importlib.metadata import version

__version__ = version("factscore")
