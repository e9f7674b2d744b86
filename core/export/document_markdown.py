"""The SIR as one Markdown stream: headings by level, lists, tables, figures as links, footnotes.

The text of a document stays as it is. Only two things are put into the form that Markdown has
for them: the sign of a list item, and the mark of a footnote that is tied to its note.

Source: TopoChunker, section 3.2 (standard Markdown) and appendix B, figure 6.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.export.escaping import code_block, escapes, one_line
from core.export.footnotes import Footnotes
from core.export.markdown_tables import table
from core.export.pictures import Picture, pictures
from core.node_links import CAPTION as CAPTION_ID
from core.parsing.structuring.markers import BULLET, CAPTION
from core.sir import HEADINGS, LISTING, ElementType, Node, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


DEEPEST = 6
LISTS = frozenset({ElementType.LIST, ElementType.REFERENCE_LIST})
BREAK = "---"
"""Stands between two segments, where the topic changes."""
_NUMBER = re.compile(r"(\d{1,9})[.)](?=\s)\s*")
_LAST = -2
"""In place of a number: no number goes on with it."""
_APART = "<!-- -->"
"""Keeps two lists that follow each other from becoming one."""


def to_markdown(sir: Sir, drawn: Mapping[int, Picture] | None = None) -> str:
    """The flow of a document as Markdown; what was set aside is left out.

    `drawn` are the pictures to link to, by node; None: all that `pictures` names.
    """
    return _Stream(sir, pictures(sir) if drawn is None else drawn).text()


class _Stream:
    """One pass over the tree; `notes` knows which characters are marks of footnotes."""

    def __init__(self, sir: Sir, drawn: Mapping[int, Picture]) -> None:
        self.sir = sir
        self.pictures = drawn
        self.notes = Footnotes(sir)
        self.number: int | None = None
        """The number of the item that the last block is to a reader of Markdown."""
        self.by_id = {node.id: node for node in sir.nodes[: sir.flow]}

    def text(self) -> str:
        """All blocks, a blank line between each two."""
        blocks: list[str] = []
        for index in self._heads(1, self.sir.flow):
            node = self.sir.nodes[index]
            if node.type in LISTS and self.number is not None:
                blocks.append(_APART)
            before, self.number = self.number, _LAST if node.type in LISTS else None
            blocks += self._blocks(index, before)
        return "\n\n".join(blocks) + "\n"

    def _heads(self, start: int, end: int) -> Iterator[int]:
        """The nodes of a range that are written by themselves: none within a list or a table."""
        while start < end:
            yield start
            kind = self.sir.nodes[start].type
            whole = kind in LISTS or kind is ElementType.TABLE
            start = int(self.sir.subtree_end[start]) if whole else start + 1

    def _blocks(self, index: int, before: int | None = _LAST) -> Iterator[str]:
        """What a node adds by itself; a list or a table with all that it holds."""
        node = self.sir.nodes[index]
        if node.type is ElementType.TABLE:
            text = table(self.sir, index)
        elif node.type in LISTS:
            text = "\n".join(self._list(index))
        elif node.type is ElementType.SEGMENT and not self._is_first(index):
            text = BREAK
        else:
            text = self._leaf(index, before)
        if index in self.pictures:
            yield f"![{self._alt(node)}]({self.pictures[index].name})"
        if text:
            yield text

    def _leaf(self, index: int, before: int | None) -> str:
        node = self.sir.nodes[index]
        if node.type in HEADINGS:
            text = self._plain(index, heading=True)
            return f"{'#' * min(node.level or 1, DEEPEST)} {text}" if text else ""
        if index in self.notes.labels:
            start = self.notes.text_start(index)
            return f"{self.notes.labels[index]}: {self._plain(index, start)}"
        return code_block(node.text) if LISTING in node.metadata else self._paragraph(index, before)

    def _paragraph(self, index: int, before: int | None) -> str:
        """A paragraph; its number is left alone where Markdown shows the same one."""
        number = _NUMBER.match(one_line(self.sir.nodes[index].text))
        if not number or len(number[1]) > 2 or not _follows(number[1], before):
            return self._plain(index)
        self.number = int(number[1])
        return f"{number[0].rstrip()} {self._plain(index, number.end())}"

    def _list(self, index: int, indent: str = "") -> Iterator[str]:
        number: int | None = None
        for child in self.sir.nodes[index].children:
            node = self.sir.nodes[child]
            if node.type in LISTS:
                yield from self._list(child, indent)
                continue
            marker, start, number = _marker(one_line(node.text), number)
            yield f"{indent}{marker}{self._plain(child, start)}".rstrip()
            yield from self._inside(node.children, indent + " " * len(marker))

    def _inside(self, children: Sequence[int], indent: str) -> Iterator[str]:
        for child in children:
            if self.sir.nodes[child].type in LISTS:
                yield from self._list(child, indent)
                continue
            for index in self._heads(child, int(self.sir.subtree_end[child])):
                for block in self._blocks(index):
                    yield "\n" + "\n".join(indent + line for line in block.splitlines())

    def _plain(self, index: int, start: int = 0, *, heading: bool = False) -> str:
        text = one_line(self.sir.nodes[index].text)
        places = {start + at for at in escapes(text[start:], heading=heading)}
        parts: list[str] = []
        for low, high, label in [*self.notes.marks[index], (len(text), len(text), "")]:
            if low >= start:
                parts += [f"\\{text[at]}" if at in places else text[at] for at in range(start, low)]
                parts.append(label)
                start = high
        return "".join(parts).strip()

    def _is_first(self, index: int) -> bool:
        siblings = self.sir.nodes[self.sir.nodes[index].parent].children
        return siblings[0] == index

    def _alt(self, node: Node) -> str:
        """What stands for a picture: the label of its caption, such as "Figure 3"."""
        caption = self.by_id.get(node.metadata.get(CAPTION_ID, ""))
        label = CAPTION.match(caption.text) if caption else None
        return label[0].rstrip(" .:|\u2013\u2014") if label else node.type.value


def _marker(text: str, before: int | None) -> tuple[str, int, int | None]:
    """How an item begins, where its text does, and its number if it is one of a row of numbers.

    A number that does not follow the one before it would be shown as another one, so it stays
    part of the text.
    """
    if sign := BULLET.match(text):
        return "- ", sign.end(), None
    number = _NUMBER.match(text)
    if number and _follows(number[1], before):
        return f"{number[0].rstrip()} ", number.end(), int(number[1])
    return "- ", 0, None


def _follows(number: str, before: int | None) -> bool:
    """Whether Markdown shows this number for an item behind one with the number before."""
    return number == str(int(number)) and before in (None, int(number) - 1)
