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
"""Characters of a link back to a mark on another page; longer ones lead to lists of contents."""


class NoteLinks(NamedTuple):
    """`notes` has the names of footnotes by the `mem_id` of their elements, `marks` by that of
    the links that lead to them, and `backs` the links that lead back."""

    notes: dict[int, str]
    marks: dict[int, str]
    backs: frozenset[int]


class _Link(NamedTuple):
    """`ids` and `target` are ids with the names of their pages: `a.xhtml#n1`.

    `may_mark` says whether it looks like a mark, as one must whose note is on another page.
    """

    node: LexborNode
    page: str
    ids: frozenset[str]
    target: str
    may_mark: bool


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
        if not link.may_mark or not (returning or _MARKED & _roles(link.node)):
            continue
        if note := _element(pages, link):
            notes[note.mem_id] = marks[link.node.mem_id] = link.target.removeprefix("#")
            backs.update(back.node.mem_id for back in returning)
    return NoteLinks(notes, marks, frozenset(backs))


def _links(pages: Mapping[str, LexborHTMLParser], name: str) -> Iterator[_Link]:
    for node in pages[name].css("a[href*='#']"):
        address, _, target = attribute(node, "href").partition("#")
        page = resolved(name, address) if address else name
        may_mark = page == name or _is_mark(node)
        if target and page in pages and (may_mark or len(shown_text(node)) <= _LONGEST_MARK):
            own = (attribute(each, "id") for each in _above(node))
            ids = frozenset(f"{name}#{each}" for each in own if each)
            yield _Link(node, page, ids, f"{page}#{target}", may_mark)


def _is_mark(node: LexborNode) -> bool:
    """Whether a link is said to be a mark, or stands raised.

    Others that lead to a place and back, be they numbers, are those of contents and verses.
    """
    raised = node.css_first("sup") is not None or any(each.tag == "sup" for each in _above(node))
    return raised or bool(_MARKED & _roles(node))


def _above(node: LexborNode) -> Iterator[LexborNode]:
    current: LexborNode | None = node
    for _ in range(_ABOVE):
        if current is None:
            return
        yield current
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
