"""``python -m factscore`` is the command ``factscore``."""

from factscore.cli import main

main()
