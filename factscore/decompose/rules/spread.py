"""One clause in parts → its facts: what is always said, and one thing more each time."""

from __future__ import annotations

from dataclasses import dataclass

from factscore.decompose.rules.phrases import LIMIT, Draft


@dataclass(frozen=True, slots=True)
class Part:
    """One constituent of a clause, whole and in its variants."""

    start: int
    """Where it stands in the clause."""
    whole: Draft
    variants: tuple[Draft, ...] = ()
    is_clause: bool = False
    """Whether it is a clause ("when she was three"), without which the rest may be untrue."""
    leads: bool = False
    """Whether it reads wrong anywhere but before the subject ("Unwilling to marry, …")."""
    opens: bool = False
    """Whether it stood before the subject, and so is nearest to the first thing said."""


@dataclass(frozen=True, slots=True)
class Core:
    """What every fact of a clause says."""

    subject: Draft
    parts: tuple[Part, ...]
    keeps_lead: bool = False
    """Whether what stood before the subject must not follow all the rest ("In 1900 she founded a
    club *that closed in 1910*")."""
    is_light: bool = False
    """Whether its verb says little without an adjunct ("began her career")."""

    def say(self, instead: Part | None = None, variant: Draft = ()) -> Draft:
        """Subject and all parts in order, one of them replaced by one of its variants."""
        pieces = [variant if part is instead else part.whole for part in self.ordered()]
        return (*self.subject, *(piece for part in pieces for piece in part))

    def ordered(self) -> list[Part]:
        """The parts as they stand in the clause."""
        return sorted(self.parts, key=lambda part: part.start)

    def most_varied(self) -> Part | None:
        """The part that says the most things, if any says more than one."""
        several = [part for part in self.parts if 1 < len(part.variants) <= LIMIT]
        return max(several, key=lambda part: len(part.variants)) if several else None

    def all_variants(self) -> list[Draft]:
        """One draft for each variant of the part that has most, or the one there is."""
        part = self.most_varied()
        return [self.say(part, variant) for variant in part.variants] if part else [self.say()]


def keep_together(core: Core, adjuncts: list[Part]) -> list[Draft]:
    """Facts of a clause whose adjuncts must stay; coordinations are still told apart.

    Adjuncts that stood before the subject follow at the end, if they may.
    """
    leads = [part for part in adjuncts if part.opens and core.keeps_lead]
    others = [part for part in adjuncts if part not in leads]
    found = Core(core.subject, (*core.parts, *others)).all_variants()
    lead = tuple(piece for part in leads for piece in (*part.whole, ","))
    return [(*lead, *said) for said in found]


def _placed(core: Core, said: Draft, part: Part, choice: Draft) -> Draft:
    front = part.opens and (core.keeps_lead or part.leads)
    return (*choice, ",", *said) if front else (*said, *choice)


def spread(core: Core, adjuncts: list[Part]) -> list[Draft]:
    """Facts of a clause whose adjuncts are each true alone.

    "wrote A and B" + "in 1900" gives A, and B in 1900; with several adjuncts the parts of
    the core and the adjuncts take turns, so that nothing multiplies.
    """
    varied = core.all_variants()
    choices = [(part, v) for part in adjuncts for v in (part.variants or (part.whole,))]
    if not choices:
        return varied
    optional = len(choices) == 1 and not adjuncts[0].is_clause and not core.is_light
    if len(varied) == 1 and optional and any(part.variants for part in core.parts):
        return [varied[0], _placed(core, varied[0], *choices[0])]
    if len(varied) == 1:
        return [_placed(core, varied[0], *choice) for choice in choices]
    if len(choices) == 1 and adjuncts[0].opens:
        return [_placed(core, varied[0], *choices[0]), *varied[1:]]
    if len(choices) == 1:  # what follows the last part may be true of the last part only
        return [*varied[:-1], _placed(core, varied[-1], *choices[0])]
    return [*varied, *(_placed(core, core.say(), *choice) for choice in choices)]
