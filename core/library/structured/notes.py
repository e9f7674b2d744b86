"""Which elements of a page are footnotes: what a mark leads to, and leads back to the mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.library.structured.dom import BLOCKS, HEADINGS, attribute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborHTMLParser, LexborNode

_ABOVE = 4
"""Elements above a link whose id may name it."""
_HEADINGS = ", ".join(HEADINGS)
_MARKED = frozenset({"doc-noteref", "noteref"})


class NoteLinks(NamedTuple):
    """`notes` has the names of footnotes by the `mem_id` of their elements, `marks` by that of
    the links that lead to them, and `backs` the links that lead back."""

    notes: dict[int, str]
    marks: dict[int, str]
    backs: frozenset[int]


class _Link(NamedTuple):
    node: LexborNode
    ids: frozenset[str]
    target: str


def note_links(page: LexborHTMLParser) -> NoteLinks:
    """The footnotes of a page."""
    links = list(_links(page))
    by_id: dict[str, list[int]] = {}
    for at, link in enumerate(links):
        for name in link.ids:
            by_id.setdefault(name, []).append(at)
    notes: dict[int, str] = {}
    marks: dict[int, str] = {}
    backs: set[int] = set()
    for at, link in enumerate(links):
        returning = [
            links[other]
            for other in by_id.get(link.target, ())
            if other > at and links[other].target in link.ids
        ]
        if not returning and not _MARKED & _roles(link.node):
            continue
        if note := _element(page, link):
            notes[note.mem_id] = link.target
            marks[link.node.mem_id] = link.target
            backs.update(back.node.mem_id for back in returning)
    return NoteLinks(notes, marks, frozenset(backs))


def _links(page: LexborHTMLParser) -> Iterator[_Link]:
    for node in page.css("a[href^='#']"):
        target = attribute(node, "href")[1:]
        if target:
            yield _Link(node, frozenset(_ids(node)), target)


def _ids(node: LexborNode) -> Iterator[str]:
    current: LexborNode | None = node
    for _ in range(_ABOVE):
        if current is None:
            return
        if name := attribute(current, "id"):
            yield name
        current = current.parent


def _roles(node: LexborNode) -> set[str]:
    return {*attribute(node, "role").split(), *attribute(node, "epub:type").split()}


def _element(page: LexborHTMLParser, link: _Link) -> LexborNode | None:
    """The block that a mark leads to; None if there is none, or the mark stands in it.

    A heading, and what holds one, leads back to a list of contents.
    """
    escaped = link.target.replace("\\", "\\\\").replace('"', '\\"')
    found = page.css_first(f'[id="{escaped}"]')
    while found is not None and found.tag not in BLOCKS:
        found = found.parent
    if found is None or found.tag in ("body", "dt", "main", "article", "section"):
        return None
    if found.tag in HEADINGS or found.css_first(_HEADINGS) is not None:
        return None
    above: LexborNode | None = link.node
    while above is not None:
        if above.mem_id == found.mem_id:
            return None
        above = above.parent
    return found
