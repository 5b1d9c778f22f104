"""What a row brings to be judged by: the ``contexts`` of a RAG system, or ``documents``."""

from __future__ import annotations

from collections.abc import Mapping

from factscore.read.turns import listed
from factscore.records import Document, JsonValue
from factscore.textfiles import kind_of

FIELDS = ("contexts", "documents")
"""Names for what a row brings; a row has one of them."""

_TEXTS = ("text", "content", "page_content")
_TITLES = ("title", "source")


def row_documents(
    fields: Mapping[str, JsonValue], faults: list[str]
) -> tuple[Document, ...] | None:
    """The documents of a row in order, without the blank ones; ``None`` where it brings none.

    Args:
        fields: ``contexts`` or ``documents`` is a list (or that as JSON, as in a cell of a
            table) of strings or objects, or a single string. An object has ``text``,
            ``content`` or ``page_content``, and perhaps ``title`` or ``source``.
        faults: where to put what is wrong.

    Example:
        >>> row_documents({"contexts": ["She wrote.", {"text": "b", "title": "Ada"}]}, [])
        (Document(text='She wrote.', title=''), Document(text='b', title='Ada'))
    """
    given = [name for name in FIELDS if not _is_missing(fields.get(name))]
    if len(given) > 1 and fields[given[0]] != fields[given[1]]:
        faults.append("contexts and documents are different; keep one of them")
        return None
    return _documents(fields[given[0]], given[0], faults) if given else None


def _is_missing(value: JsonValue) -> bool:
    """Null, and an empty cell of a table; an empty list says that there is no document."""
    return value is None or (isinstance(value, str) and not value.strip())


def _documents(value: JsonValue, name: str, faults: list[str]) -> tuple[Document, ...] | None:
    value = listed(value)
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        faults.append(f"{name} is {kind_of(value)}; write a list of strings")
        return None
    found = [_document(item, f"{name}[{index}]", faults) for index, item in enumerate(value)]
    return tuple(document for document in found if document and document.text.strip())


def _document(item: JsonValue, path: str, faults: list[str]) -> Document | None:
    if isinstance(item, str):
        return Document(item)
    if not isinstance(item, dict):
        faults.append(f'{path} is {kind_of(item)}; write a string, or {{"text": …, "title": …}}')
        return None
    name = next((name for name in _TEXTS if item.get(name) is not None), None)
    if name is None:
        faults.append(f"{path} has no {', '.join(_TEXTS)}; call its text text")
        return None
    text = item[name]
    if not isinstance(text, str):
        faults.append(f"{path}.{name} is {kind_of(text)}; write a string")
        return None
    return Document(text, _title(item, path, faults))


def _title(item: Mapping[str, JsonValue], path: str, faults: list[str]) -> str:
    """What a document is called; libraries for retrieval keep that in ``metadata``."""
    metadata = item.get("metadata")
    for place in (item, metadata if isinstance(metadata, dict) else {}):
        for name in _TITLES:
            title = place.get(name)
            if isinstance(title, str) and title.strip():
                return title
            if title is not None and not isinstance(title, str) and place is item:
                faults.append(f"{path}.{name} is {kind_of(title)}; write a string")
    return ""
