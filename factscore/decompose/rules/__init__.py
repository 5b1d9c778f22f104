"""Text → facts by rules over a dependency parse; ``decomposer.py`` joins the parts.

In the order of the work: ``surface`` and ``lifedates`` make a sentence easy to parse,
``parser`` parses it, ``repair`` and ``joins`` put attachments right, ``clauses`` (with
``phrases``, ``verbs``, ``sides``, ``adjuncts``, ``spread``) drafts facts, ``mentions``
finds who a pronoun is, ``render`` and ``statements`` turn drafts into text.
"""

from factscore.decompose.rules.decomposer import VERSION, RulesDecomposer

__all__ = ["VERSION", "RulesDecomposer"]
