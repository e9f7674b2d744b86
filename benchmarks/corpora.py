"""The corpora and questions of the Chroma chunking evaluation, and chunks placed in them.

A place is the number of a character in the corpus's own file.

Source: B. Smith and A. Troynikov, Evaluating Chunking Strategies for Retrieval, 2024.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from core.library.file_kinds import Kind
from core.library.typesetting import typeset
from core.parsing import get_parser
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from core.chunking.base import Chunk
    from core.evaluation.metrics.spans import Range

_MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the corpus it was made from, and the places of the excerpts that answer it."""

    text: str
    corpus: str
    gold: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk: its corpus, its places, and the text that is embedded."""

    corpus: str
    ranges: tuple[Range, ...]
    text: str

    @property
    def length(self) -> int:
        """Characters of the corpus that are retrieved with it."""
        return sum(end - start for start, end in self.ranges)


def read_corpora(data: Path) -> dict[str, str]:
    """The texts by name, line ends as they are in the files."""
    files = sorted((data / "chroma" / "corpora").glob("*.md"))
    return {path.stem: path.read_bytes().decode("utf-8") for path in files}


def read_asked(data: Path) -> list[Asked]:
    """All questions, in the order of the file."""
    with (data / "chroma" / "questions.csv").open(encoding="utf-8", newline="") as rows:
        return [
            Asked(
                row["question"],
                row["corpus_id"],
                tuple((one["start_index"], one["end_index"]) for one in _references(row)),
            )
            for row in csv.DictReader(rows)
        ]


def _references(row: dict[str, str]) -> list[dict[str, int]]:
    references: list[dict[str, int]] = json.loads(row["references"])
    return references


def read_stream(name: str, text: str) -> TokenStream:
    """A corpus as the app reads a text file: set on pages, then read off them."""
    parser = get_parser("plain_text")
    with pymupdf.open(stream=typeset(text.encode(), Kind.TEXT, _MOST_PAGES)) as pdf:
        return tokenize(parser.parse(pdf, name, parser.options()), minilm_tokenizer())


def placed_texts(name: str, text: str, chunks: Iterable[str]) -> list[Placed]:
    """Chunks of a splitter that gives strings, found again in their order, white space aside.

    Raises:
        ValueError: a chunk is not in the text.
    """
    places = _solid(text)
    solid = "".join(text[place] for place in places)
    passages: list[Placed] = []
    after = 0
    for chunk in chunks:
        wanted = "".join(chunk.split())
        if not wanted:
            continue
        at = solid.find(wanted, after)
        if at < 0:
            raise ValueError(f"A chunk is not a passage of {name}: {chunk[:80]!r}")
        ends = places[at], places[at + len(wanted) - 1] + 1
        passages.append(Placed(name, ((int(ends[0]), int(ends[1])),), chunk))
        after = at + 1
    return passages


class FilePlaces:
    """Where the characters of a stream's nodes stand in the file it was made of."""

    def __init__(self, stream: TokenStream, text: str) -> None:
        """Reads both from the beginning; white space aside, they are the same.

        Raises:
            ValueError: they are not.
        """
        places, self._text = _solid(text), text
        nodes = [node.text for node in stream.sir.nodes[: stream.sir.flow]]
        if "".join("".join(nodes).split()) != "".join(text[place] for place in places):
            raise ValueError("the words of the document are not those of its file")
        self._nodes: list[NDArray[np.int64]] = []
        used = 0
        for node in nodes:
            places_of_node = np.full(len(node), -1, np.int64)
            inner = _solid(node)
            places_of_node[inner] = places[used : used + len(inner)]
            used += len(inner)
            self._nodes.append(places_of_node)

    def ranges(self, chunk: Chunk) -> tuple[Range, ...]:
        """The places of a chunk in its order; parts with only white space between are joined."""
        ranges: list[Range] = []
        for segment in chunk.segments:
            places = self._nodes[segment.node][segment.start : segment.end]
            places = places[places >= 0]
            if not len(places):
                continue
            start, end = int(places[0]), int(places[-1]) + 1
            if ranges and not self._text[ranges[-1][1] : start].strip() and ranges[-1][1] <= start:
                ranges[-1] = ranges[-1][0], end
            else:
                ranges.append((start, end))
        return tuple(ranges)


def _solid(text: str) -> NDArray[np.int64]:
    """Places of the characters that are no white space."""
    return np.flatnonzero([not letter.isspace() for letter in text])
