"""Passages of a document that a language model is asked to make questions of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.evidence.citations import section_path
from core.sir import HEADINGS, ElementType, Sir
from core.spans import separator

if TYPE_CHECKING:
    from collections.abc import Iterator


_FEWEST, _ENOUGH = 200, 1500
"""Characters of a passage: enough to ask something, and those after which it ends."""
_LEFT_OUT = HEADINGS | {ElementType.DOC_INDEX}


@dataclass(frozen=True, slots=True)
class Passage:
    """Nodes `first` to `end` (half-open) below the same headings, and what they say."""

    first: int
    end: int
    text: str
    path: tuple[str, ...]

    def shown(self, number: int) -> str:
        """The passage under a number, its headings before it."""
        above = " > ".join(" ".join(title.split()) for title in self.path)
        return f"[{number}] {above}\n{self.text}" if above else f"[{number}]\n{self.text}"


def passages(sir: Sir) -> list[Passage]:
    """The passages of a document, in reading order; short ones are left out."""
    return [passage for passage in _all(sir) if len(passage.text) >= _FEWEST]


def _all(sir: Sir) -> Iterator[Passage]:
    nodes: list[int] = []
    length = 0
    for node in range(1, sir.flow):
        ends = sir.nodes[node].type in _LEFT_OUT
        row_ends = sir.nodes[node].type is not ElementType.TABLE_CELL
        if nodes and (ends or (length >= _ENOUGH and row_ends)):
            yield _passage(sir, nodes)
            nodes, length = [], 0
        if not ends and sir.nodes[node].text.strip():
            nodes.append(node)
            length += len(sir.nodes[node].text)
    if nodes:
        yield _passage(sir, nodes)


def _passage(sir: Sir, nodes: list[int]) -> Passage:
    parts = [sir.nodes[nodes[0]].text]
    for before, node in pairwise(nodes):
        parts += (separator(sir, before, node), sir.nodes[node].text)
    path = section_path(sir, sir.lineage(nodes[0]))
    return Passage(nodes[0], nodes[-1] + 1, "".join(parts), path)
