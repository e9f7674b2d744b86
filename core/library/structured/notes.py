"""Which elements of pages are footnotes: what a mark leads to, and leads back to the mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.library.structured.archive import resolved
from core.library.structured.dom import BLOCKS, HEADINGS, attribute, shown_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborHTMLParser, LexborNode

_ABOVE = 4
"""Elements above a link whose id may name it."""
_HEADINGS = ", ".join(HEADINGS)
_MARKED = frozenset({"doc-noteref", "noteref"})
_LONGEST_MARK = 6
"""Characters of a mark whose note is on another page; longer links lead from lists of contents."""


class NoteLinks(NamedTuple):
    """`notes` has the names of footnotes by the `mem_id` of their elements, `marks` by that of
    the links that lead to them, and `backs` the links that lead back."""

    notes: dict[int, str]
    marks: dict[int, str]
    backs: frozenset[int]


class _Link(NamedTuple):
    """`ids` and `target` are ids with the names of their pages: `a.xhtml#n1`."""

    node: LexborNode
    page: str
    ids: frozenset[str]
    target: str


def note_links(pages: Mapping[str, LexborHTMLParser]) -> NoteLinks:
    """The footnotes of pages by their names, in reading order; a single page has an empty name."""
    links = [link for name in pages for link in _links(pages, name)]
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
        if note := _element(pages, link):
            notes[note.mem_id] = marks[link.node.mem_id] = link.target.removeprefix("#")
            backs.update(back.node.mem_id for back in returning)
    return NoteLinks(notes, marks, frozenset(backs))


def _links(pages: Mapping[str, LexborHTMLParser], name: str) -> Iterator[_Link]:
    for node in pages[name].css("a[href*='#']"):
        address, _, target = attribute(node, "href").partition("#")
        page = resolved(name, address) if address else name
        if target and page in pages and (page == name or _may_be_mark(node)):
            ids = frozenset(f"{name}#{own}" for own in _ids(node))
            yield _Link(node, page, ids, f"{page}#{target}")


def _may_be_mark(node: LexborNode) -> bool:
    """Whether a link to another page looks like a mark, or like the link back to one."""
    return bool(_MARKED & _roles(node)) or len(shown_text(node)) <= _LONGEST_MARK


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


def _element(pages: Mapping[str, LexborHTMLParser], link: _Link) -> LexborNode | None:
    """The block that a mark leads to; None if there is none, or the mark stands in it.

    A heading, and what holds one, leads back to a list of contents.
    """
    target = link.target.partition("#")[2]
    escaped = target.replace("\\", "\\\\").replace('"', '\\"')
    found = pages[link.page].css_first(f'[id="{escaped}"]')
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
