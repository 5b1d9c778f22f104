"""A parsed sentence → drafts of facts, clause by clause.

Each clause is a subject, a core (verb, auxiliaries, complements) and adjuncts. A fact is
the subject with the core and one adjunct; a coordination in the core gives one fact a
part. Where dropping or splitting could change what is said (negation, conditions,
reported speech, superlatives, "only") the clause stays whole. Side clauses (``sides``)
are taken out and read as clauses of their own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from factscore.decompose.rules.adjuncts import (
    after,
    constituent,
    interlaced,
    limited,
    linked,
    paired,
)
from factscore.decompose.rules.agree import (
    PAST_STATES,
    form_of_be,
    is_plural,
    left_out_be,
    place_word,
    singular,
    the,
)
from factscore.decompose.rules.extra import Extra, said
from factscore.decompose.rules.misplaced import is_misplaced
from factscore.decompose.rules.phrases import (
    Draft,
    draft,
    is_example_mark,
    variants,
    without_edge_marks,
)
from factscore.decompose.rules.scope import is_framed
from factscore.decompose.rules.sides import Kind, Side, predicated, side_clauses
from factscore.decompose.rules.spread import Core, Part, keep_together, spread
from factscore.decompose.rules.tree import (
    COMPLEMENTS,
    SUBJECTS,
    Indices,
    clause_conjuncts,
    conjuncts,
    distributes,
    is_rigid,
    is_whole,
    subtree,
)
from factscore.decompose.rules.verbs import (
    LIGHT,
    LINKING,
    borrowed,
    can_singularise,
    chain,
    dates_inside,
    dependents,
    is_adjunct,
    is_dated,
    is_inverted,
    is_perfect,
    is_present,
    nationality,
    required_preposition,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def clause_drafts(doc: Doc) -> list[Draft]:
    """The facts of one parsed sentence as drafts, in reading order of their clauses."""
    reader = Reader(doc)
    found: list[Draft] = []
    for root in (token for token in doc if token.dep_ == "ROOT"):
        found.extend(reader.clauses(root, Extra()))
    for side in reader.sides:
        found.extend(reader.side(side))
    return found


_CLAUSES = frozenset({"relcl", "ccomp", "advcl"})
"""What is said behind these would be heard as said of them."""


class Reader:
    """Reads the clauses of one sentence, side clauses left out of those that hold them."""

    def __init__(self, doc: Doc) -> None:
        self.sides = side_clauses(doc)
        self._cut: Indices = frozenset(side.head.i for side in self.sides)

    def name(self, noun: Token) -> Draft:
        """The phrase of ``noun`` without what is coordinated with it."""
        links = {c.i for c in noun.children if c.dep_ in {"cc", "conj", "preconj"}}
        phrase = draft(subtree(noun, (self._cut | links) - {noun.i}))
        return without_edge_marks(phrase, noun.doc)

    def about(self, noun: Token) -> list[Draft]:
        """Who or what a side clause is about: the subject a noun describes, or the noun."""
        verb = predicated(noun)
        if verb is not None:
            return self.subjects(verb)
        if noun.dep_ == "appos" and noun.i in self._cut:
            return self.about(noun.head)
        return [self.name(noun)]

    def subjects(self, verb: Token) -> list[Draft]:
        """The subjects of a verb, its own or those it shares; one for each that it is true of."""
        own = next((c for c in verb.children if c.dep_ in SUBJECTS), None)
        if own is None:
            return self._inherited(verb)
        if own.tag_ in {"WDT", "WP"}:
            return self.about(verb.head) if verb.dep_ == "relcl" else []
        if distributes(own) and can_singularise(verb):
            return [self.name(part) for part in conjuncts(own)]
        phrase = subtree(own, self._cut - {own.i})
        near = draft(frozenset(i for i in phrase if i < verb.i or own.i > verb.i))
        return [without_edge_marks(near, own.doc)]

    def _inherited(self, verb: Token) -> list[Draft]:
        if verb.dep_ == "acl":
            return self.about(verb.head)
        return self.subjects(verb.head) if verb.dep_ in {"conj", "advcl"} else []

    def clauses(self, head: Token, extra: Extra) -> list[Draft]:
        """Facts of a clause and of those coordinated with it."""
        found: list[Draft] = []
        for verb in chain(head):
            subjects = self.subjects(verb)
            own = replace(extra, be=left_out_be(verb)) if verb.dep_ == "ROOT" else extra
            for subject in subjects:
                found.extend(self._clause(verb, subject, own, alone=len(subjects) == 1))
        return found

    def _clause(self, verb: Token, subject: Draft, extra: Extra, *, alone: bool) -> list[Draft]:
        lead: Draft = (extra.be,) if extra.be else () if extra.tense else borrowed(verb)
        if self._must_stay(verb, subject):
            return [self._whole(verb, subject, lead, extra)]
        nation = nationality(verb)
        core, adjuncts = self._parts(verb, extra, nation)
        if interlaced([*core, *adjuncts]):
            return [self._whole(verb, subject, lead, extra)]
        helping = Part(-1, lead)
        if not alone and not is_plural(subject, verb.doc):
            core = [singular(part, verb.doc) for part in core]
        tokens = [verb.doc[i] for part in core for i in part.whole if isinstance(i, int)]
        keeps_lead = is_framed(verb) or any(t.dep_ in _CLAUSES and t.i > verb.i for t in tokens)
        clause = Core(subject, (helping, *core), keeps_lead, verb.lemma_ in LIGHT)
        adjuncts = limited(linked(adjuncts, verb.doc), verb.doc, bare=len(core) == 1)
        is_from = [(*subject, *lead, verb.i, *draft(subtree(nation)))] if nation else []
        if is_rigid(tokens) or is_framed(verb):
            return [*is_from, *keep_together(clause, adjuncts)]
        return [*is_from, *spread(clause, adjuncts)]

    def _must_stay(self, verb: Token, subject: Draft) -> bool:
        named = any(verb.doc[i].lower_ == "or" for i in subject if isinstance(i, int))
        stays = named or is_whole(verb, self._elsewhere(verb)) or is_inverted(verb)
        return stays or self._is_torn(verb)

    def _is_torn(self, verb: Token) -> bool:
        """Whether something hangs on the verb that the parser could not place."""
        return any(is_misplaced(c) for c in dependents(verb) if c.i not in self._cut)

    def _elsewhere(self, verb: Token) -> Indices:
        """Tokens of side clauses below ``verb``: a negation there is not the clause's."""
        found: Indices = frozenset()
        for token in verb.subtree:
            if token.i in self._cut and token.i != verb.i:
                found |= subtree(token)
        return found

    def _whole(self, verb: Token, subject: Draft, lead: Draft, extra: Extra) -> Draft:
        link = extra.link
        others = {
            t.i
            for t in [*clause_conjuncts(verb), *verb.children]
            if t.i == link or t.dep_ == "conj"
        } & {link, *(t.i for t in clause_conjuncts(verb))}
        others |= {c.i for c in verb.children if c.dep_ == "mark" and verb.i in self._cut}
        below = subtree(verb, (self._cut | others) - {verb.i})
        below -= {t.i for t in verb.children if t.dep_ == "cc" and others and t.i > verb.i}
        own = next((c for c in verb.children if c.dep_ in SUBJECTS), None)
        if own is None or own.i == link:
            return (
                *subject,
                *lead,
                *(said(verb, extra) if i == verb.i else i for i in draft(below)),
            )
        return draft(below)

    def _parts(
        self, verb: Token, extra: Extra, nation: Token | None
    ) -> tuple[list[Part], list[Part]]:
        examples = [t.i for t in verb.subtree if is_example_mark(t)]
        lifted = [t for t in dates_inside(verb) if not self._is_cut(t, verb)]
        cut = (self._cut | {token.i for token in lifted}) - {verb.i}
        cut |= {nation.i} if nation else frozenset()
        core = [Part(verb.i, (said(verb, extra),))]
        adjuncts: list[Part] = []
        heads = [c for c in dependents(verb) if c.i not in self._cut and c.i != extra.link]
        required = required_preposition(verb, heads)
        for child in heads:
            if child in lifted:
                continue
            if child.dep_ == "mark" and verb.i in self._cut:
                continue
            if child.dep_ in COMPLEMENTS or child is required:
                core.append(constituent(child, cut))
            elif is_adjunct(child):
                adjuncts.append(after(verb, constituent(child, cut)))
            elif not (child.dep_ == "advmod" and child.lower_ in LINKING):
                core.append(Part(child.i, draft(subtree(child, cut))))
        adjuncts.extend(constituent(token, self._cut) for token in lifted)
        if extra.object:
            core.append(Part(verb.i, extra.object))
        if extra.adjunct:
            adjuncts.append(Part(len(verb.doc), extra.adjunct))
        return core, paired(sorted(adjuncts, key=lambda part: part.start), verb.doc, examples)

    def _is_cut(self, token: Token, verb: Token) -> bool:
        above = [token, *token.ancestors]
        return any(t.i in self._cut for t in above[: above.index(verb)]) if verb in above else False

    def side(self, side: Side) -> list[Draft]:
        """The facts of one side clause."""
        match side.kind:
            case Kind.PLACE:
                return [(*self.name(side.about), "is in", *the(side.head), *self.name(side.head))]
            case Kind.APPOSITION:
                return self._apposition(side)
            case Kind.PARTICIPLE:
                return self._participle(side)
            case Kind.WHOSE:
                return self._whose(side)
            case Kind.GERUND:
                return self._gerund(side)
        link = side.link.i if side.link is not None else -1
        if side.kind is Kind.WHERE:
            place = (place_word(side.about), *self.name(side.about))
            return self.clauses(side.head, Extra(link=link, adjunct=place))
        if side.kind is Kind.OBJECT:
            named = self.name(side.about)
            return self.clauses(side.head, Extra(link=link, object=named))
        return self.clauses(side.head, Extra(link=link))

    def _apposition(self, side: Side) -> list[Draft]:
        parts = variants(side.head, self._cut - {side.head.i})
        present = is_present(side.about)
        return [
            (*subject, form_of_be(plural=is_plural(subject, side.head.doc), present=present), *part)
            for subject in self.about(side.about)
            for part in parts
        ]

    def _participle(self, side: Side) -> list[Draft]:
        free = side.head.dep_ == "advcl"
        subjects = self.subjects(side.about) if free else self.about(side.about)
        present = is_present(side.about)
        found: list[Draft] = []
        for subject in subjects:
            plural = is_plural(subject, side.head.doc)
            for verb in chain(side.head):
                past = verb.lemma_ in PAST_STATES or is_dated(verb)
                be = form_of_be(plural=plural, present=present and not past)
                extra = Extra(be=be if verb.tag_ == "VBN" else "")
                found.extend(self._clause(verb, subject, extra, alone=True))
        return found

    def _gerund(self, side: Side) -> list[Draft]:
        found: list[Draft] = []
        for subject in self.subjects(side.about):
            tense = "past"
            if is_present(side.about) and not is_perfect(side.about):
                tense = "plural" if is_plural(subject, side.about.doc) else "present"
            for verb in chain(side.head):
                extra = Extra(tense=tense)
                found.extend(self._clause(verb, subject, extra, alone=True))
        return found

    def _whose(self, side: Side) -> list[Draft]:
        if side.link is None:
            return []
        owned = draft(subtree(side.link.head, self._cut | {side.link.i}))
        found: list[Draft] = []
        for owner in self.about(side.about):
            extra = Extra(link=side.link.head.i)
            found.extend(self._clause(side.head, (*owner, "'s", *owned), extra, alone=True))
        return found
