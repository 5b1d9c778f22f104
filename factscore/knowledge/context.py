"""Topics that may be several articles, decided by the text that is to be checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from factscore.errors import TopicNotFound
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.choice import MOST_COMPARED, choose, named_first
from factscore.knowledge.many import stores_of
from factscore.knowledge.resolve import How, Resolution


@runtime_checkable
class ResolvingStore(Protocol):
    """A store that can say which articles a topic may mean; all of ours can."""

    @property
    def path(self) -> str:
        """Where it was opened, as the user wrote it."""
        ...

    def resolution(self, topic: str) -> Resolution:
        """By which rule a topic leads to which article, or which ones may be meant."""
        ...

    def article(self, title: str) -> Article | None:
        """The article of exactly this title, also one that only lists others."""
        ...


@dataclass(frozen=True, slots=True)
class Resolved:
    """A topic's article, and how it was found."""

    topic: str
    article: Article
    how: How | None
    """``None``: the store does not tell."""
    candidates: tuple[str, ...] = ()
    """Among which articles the text decided, sorted; empty where it had not to."""
    store: str = ""
    """The path of the store that has it; empty where there is but one store."""
    by_text: bool = False
    """Whether another text may lead elsewhere: in this store, or in one that was asked before."""

    @property
    def title(self) -> str:
        """The article's title."""
        return self.article.title

    @property
    def note(self) -> str:
        """What to tell of a topic that the text decided; empty for all others.

        Example: ``'Maria Weber' may be any of 2 articles; the text fits 'Maria Weber
        (painter)' best``.
        """
        if self.how is not How.CONTEXT:
            return ""
        count = len(self.candidates)
        some = f" of the {MOST_COMPARED} compared" if count > MOST_COMPARED else ""
        return (
            f"{self.topic!r} may be any of {count:,} articles; "
            f"the text fits {self.title!r} best{some}"
        )


def resolve_in_context(store: KnowledgeStore, topic: str, text: str) -> Resolved:
    """The article for a topic; of several, the one that the text clearly speaks of.

    Of several stores the first one counts that has an article, or of several one that
    the text speaks of.

    Args:
        store: an open store, or several.
        topic: what the row calls its topic.
        text: the row's output, all of it; only read if the topic is ambiguous.

    Raises:
        TopicNotFound: no article, or several and the text does not decide.
        StoreError: the database is damaged.
    """
    stores = stores_of(store)
    by_text = False
    for one in stores:
        if isinstance(one, ResolvingStore):
            meant = one.resolution(topic)
            by_text = by_text or meant.ambiguous
            found = _resolved(one, topic, meant, text)
        else:
            found = _found(one, topic)
        if found is not None:
            return replace(found, store=one.path if len(stores) > 1 else "", by_text=by_text)
    # Nothing but a miss is left, and the stores say what is nearest.
    return Resolved(topic, store.find(topic), None)


def _found(store: KnowledgeStore, topic: str) -> Resolved | None:
    """What a store says that decides by itself."""
    try:
        return Resolved(topic, store.find(topic), None)
    except TopicNotFound:
        return None


def _resolved(store: ResolvingStore, topic: str, meant: Resolution, text: str) -> Resolved | None:
    if meant.ambiguous:
        chosen = _chosen(store, meant.candidates, text)
        return Resolved(topic, chosen, How.CONTEXT, meant.candidates) if chosen else None
    article = store.article(meant.title) if meant.title is not None else None
    return Resolved(topic, article, meant.how) if article else None


def _chosen(store: ResolvingStore, titles: tuple[str, ...], text: str) -> Article | None:
    if not text:
        return None  # spares reading them all
    compared = named_first(text, titles)[:MOST_COMPARED]
    articles = {title: store.article(title) for title in compared}
    known = {title: article for title, article in articles.items() if article is not None}
    choice = choose(text, {title: article.passages for title, article in known.items()})
    return known[choice.title] if choice else None
