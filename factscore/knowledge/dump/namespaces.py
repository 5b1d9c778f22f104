"""The namespace of a page."""

from __future__ import annotations

from factscore.knowledge.dump.export import ExportPage, ExportSite

MAIN = 0
"""The number of the namespace of articles."""
_CANONICAL = {
    -2: "Media", -1: "Special", 1: "Talk", 2: "User", 3: "User talk", 4: "Project",
    5: "Project talk", 6: "File", 7: "File talk", 8: "MediaWiki", 9: "MediaWiki talk",
    10: "Template", 11: "Template talk", 12: "Help", 13: "Help talk", 14: "Category",
    15: "Category talk",
}  # fmt: skip
"""Names that hold in every wiki (https://www.mediawiki.org/wiki/Help:Namespaces)."""
_OLD = {"image": 6, "image talk": 7}
_CANONICAL_NUMBERS = _OLD | {name.casefold(): number for number, name in _CANONICAL.items()}


def namespace_of(page: ExportPage, site: ExportSite) -> int:
    """The page's namespace; before version 0.6 only the title's prefix tells it."""
    if page.namespace is not None:
        return page.namespace
    prefix, colon, _ = page.title.partition(":")
    if not colon:
        return MAIN
    name = prefix.replace("_", " ").strip().casefold()
    local = {known.casefold(): number for number, known in site.namespaces.items() if known}
    return local.get(name, _CANONICAL_NUMBERS.get(name, MAIN))


def shown_namespace(number: int, site: ExportSite) -> str:
    """Its number and name: "14 (Category)"."""
    name = site.namespaces.get(number) or _CANONICAL.get(number)
    return f"{number} ({name})" if name else str(number)
