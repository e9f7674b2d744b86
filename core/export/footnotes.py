"""Marks of footnotes and the notes they lead to, as Markdown writes both."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.node_links import OWN_MARK, note_marks
from core.sir import ElementType, Node, Sir
from core.text.raised_digits import plain_digits

if TYPE_CHECKING:
    from core.spans import Span


class Marked(NamedTuple):
    """A half-open character range of a text that is written as a label instead."""

    start: int
    end: int
    label: str


class Footnotes:
    """The footnotes of a document that are tied to marks in its text.

    `labels` gives the label of each note (`[^3]`) by its node, `marks` the marks in the text of
    each node, in order. A mark in a table is left as it is: a note to a table stands below it.
    """

    def __init__(self, sir: Sir) -> None:
        self._sir = sir
        self._places = {node.id: at for at, node in enumerate(sir.nodes[: sir.flow])}
        self.labels: dict[int, str] = {}
        self.marks: defaultdict[int, list[Marked]] = defaultdict(list)
        taken: set[str] = set()
        for index, node in enumerate(sir.nodes[: sir.flow]):
            if node.type is ElementType.FOOTNOTE and (places := self._marked(node)):
                self._add(index, places, taken)
        for marks in self.marks.values():
            marks.sort()

    def text_start(self, note: int) -> int:
        """The character of a note at which its text begins, behind its own mark."""
        mark = OWN_MARK.match(self._sir.nodes[note].text)
        return mark.end() if mark else 0

    def _marked(self, note: Node) -> list[Span]:
        marks, nodes = note_marks(note, self._places), self._sir.nodes
        return [each for each in marks if nodes[each.node].type is not ElementType.TABLE_CELL]

    def _add(self, note: int, places: list[Span], taken: set[str]) -> None:
        node, start, end = places[0]
        mark = plain_digits(self._sir.nodes[node].text[start:end]).strip("[]^")
        label = self._label(mark, note, taken)
        taken.add(label)
        self.labels[note] = f"[^{label}]"
        for node, start, end in places:
            self.marks[node].append(Marked(start, end, f"[^{label}]"))

    def _label(self, mark: str, note: int, taken: set[str]) -> str:
        """The mark itself, with the page where another note has it, and a number if need be."""
        page = self._sir.boxes(note)[0].page if self._sir.boxes(note) else 0
        more = (f"{mark}-{page}-{count}" for count in range(2, len(taken) + 3))
        return next(label for label in (mark, f"{mark}-{page}", *more) if label not in taken)
