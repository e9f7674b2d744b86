"""What the text of another parser says that its pages do not, counted by sentences and cells."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.alignment.aligning import MOVED
from core.parsing.alignment.latex import formulas_of
from core.parsing.alignment.tokens import tokens_of
from core.parsing.native_options import ALIGNMENT
from core.reading.line import count_words
from core.sir import LOCATIONS, ElementType, Location
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line
    from core.sir import Node, Sir

_NOWHERE = 0.5
"""Share of the words of a sentence that must stand nowhere for all of it to do so."""


class Deviation(NamedTuple):
    """Text of a node that its pages do not hold, or not there.

    `text` is the sentence, `start:end` its characters in the node, and `missing` the words that
    stand nowhere; of a cell that stands in another row or column there are none.
    """

    node: int
    start: int
    end: int
    text: str
    missing: tuple[str, ...]
    moved: bool = False
    nowhere: bool = False


@dataclass(frozen=True, slots=True)
class AlignmentCounts:
    """How many words of a tree stand where, and how many sentences the pages do not hold.

    `words` are those of all text, `exact`, `aligned` and `approximate` those whose place is known
    so well; the rest stands nowhere. Of the `sentences` (or cells, items, headings), `nowhere` are
    those of whose words most stand nowhere, `differing` those with some words that do, and
    `moved` the cells in another row or column.
    """

    words: int
    exact: int
    aligned: int
    approximate: int
    sentences: int
    nowhere: int
    differing: int
    moved: int


def deviations(sir: Sir) -> list[Deviation]:
    """The sentences of a tree that its pages do not hold, in reading order.

    Formulas are passed over, unless plain: parsers write them in LaTeX, which no page shows.
    """
    return [found for index in range(len(sir.nodes)) for found in _of_node(sir, index)]


def counts(sir: Sir) -> AlignmentCounts:
    """How far the text of a tree stands on its pages."""
    found = deviations(sir)
    by_location = dict.fromkeys(LOCATIONS, 0)
    lines = sir.words.line[sir.pieces.word]
    known, sizes = sir.lines.location[lines], sir.pieces.end - sir.pieces.start
    texts = np.repeat(np.arange(len(sir.nodes)), np.diff(sir.pieces.first))
    for node, location, start, size in zip(
        texts.tolist(), known.tolist(), sir.pieces.start.tolist(), sizes.tolist(), strict=True
    ):
        piece = sir.nodes[node].text[start : start + size]
        by_location[LOCATIONS[location]] += len(piece.split())
    placed = sum(by_location.values())
    missing = sum(len(words.split()) for each in found for words in each.missing)
    return AlignmentCounts(
        words=placed + missing,
        exact=by_location[Location.EXACT],
        aligned=by_location[Location.ALIGNED],
        approximate=by_location[Location.APPROXIMATE],
        sentences=sum(len(_sentences(node)) for node in sir.nodes),
        nowhere=sum(each.nowhere for each in found),
        differing=sum(not each.nowhere and not each.moved for each in found),
        moved=sum(each.moved for each in found),
    )


def alignment_metadata(found: AlignmentCounts, rest: Sequence[Line]) -> dict[str, str]:
    """What the metadata of a tree say of its alignment; `rest` are words that it leaves out."""
    numbers = {**asdict(found), "left_out": count_words(rest)}
    return {f"{ALIGNMENT}{name}": str(number) for name, number in numbers.items()}


def _sentences(node: Node) -> list[tuple[int, int]]:
    if node.type is ElementType.TABLE_CELL:
        return [(0, len(node.text))] if node.text else []
    return sentence_spans(node.text)


def _of_node(sir: Sir, index: int) -> Iterator[Deviation]:
    node = sir.nodes[index]
    if MOVED in node.metadata:
        yield Deviation(index, 0, len(node.text), node.text, (), moved=True)
        return
    if node.type is ElementType.FORMULA or not node.text:
        return
    formulas = [(f.start, f.end) for f in formulas_of(node.text) if not f.is_plain]
    gaps = _without_formulas(sir.unplaced(index), formulas)
    if not gaps:
        return
    for start, end in _sentences(node):
        inside = [(max(a, start), min(b, end)) for a, b in gaps if a < end and start < b]
        missing = tuple(node.text[a:b] for a, b in inside if tokens_of(node.text[a:b]))
        if missing:
            text = node.text[start:end]
            share = sum(len(tokens_of(words)) for words in missing) / len(tokens_of(text))
            yield Deviation(index, start, end, text, missing, nowhere=share >= _NOWHERE)


def _without_formulas(
    gaps: Sequence[tuple[int, int]], formulas: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    left: list[tuple[int, int]] = []
    for start, end in gaps:
        at = start
        for low, high in formulas:
            if low < end and at < high:
                left.append((at, max(at, low)))
                at = max(at, high)
        left.append((at, end))
    return [(start, end) for start, end in left if start < end]
