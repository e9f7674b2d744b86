"""The token stream: all tokens of a document's flow in reading order, as arrays.

Every strategy cuts ranges of this stream. Tokens of a node share out its text without gaps: a
token owns the characters up to the start of the next one, so no character is ever lost between
two chunks, whatever the tokenizer drops (spaces, control characters).

Source: thesis, section 3.4 and figure 3.5 (token-centric chunking).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.spans import Span, joined, separator
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from core.sir import Sir


class Delimiter(IntEnum):
    """What stands before a token, the coarsest first. Source: thesis, section 3.4.2."""

    PARAGRAPH = 0
    LINE = 1
    FULL_STOP = 2
    EXCLAMATION = 3
    QUESTION = 4
    SPACE = 5
    CHARACTER = 6


@dataclass(frozen=True, slots=True)
class TokenArrays:
    """What is stored of a stream: four arrays of one length, `end` being the next `start`.

    `start` and `end` are half-open character ranges in the text of `node`.
    """

    ids: NDArray[np.int32]
    node: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]


@dataclass(frozen=True)
class TokenStream:
    """Tokens of a document with the way back to nodes, words and lines."""

    sir: Sir
    tokens: TokenArrays

    def __len__(self) -> int:
        """Number of tokens in the flow."""
        return len(self.tokens.ids)

    @cached_property
    def first(self) -> NDArray[np.int32]:
        """(flow + 1,) Position of the first token of each node; own tokens are a range of it."""
        nodes = np.arange(self.sir.flow + 1)
        return np.searchsorted(self.tokens.node, nodes, side="left").astype(np.int32)

    def own(self, node: int) -> tuple[int, int]:
        """Half-open token range of a node's own text."""
        return int(self.first[node]), int(self.first[node + 1])

    def subtree(self, node: int) -> tuple[int, int]:
        """Half-open token range of a node and all below it, found in O(1)."""
        return int(self.first[node]), int(self.first[self.sir.subtree_end[node]])

    def weight(self, node: int) -> int:
        """Token weight of a subtree. Source: TopoChunker, section 3.2 (token audit)."""
        start, end = self.subtree(node)
        return end - start

    @cached_property
    def pieces(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last (half-open) entry of the piece table that each token touches."""
        table, tokens = self.sir.pieces, self.tokens
        counts = np.diff(table.first)
        owner = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
        width = 1 + max((len(node.text) for node in self.sir.nodes), default=0)
        low = np.searchsorted(owner * width + table.end, _key(tokens, tokens.start, width), "right")
        high = np.searchsorted(owner * width + table.start, _key(tokens, tokens.end, width), "left")
        return low, np.maximum(high, low)

    def words(self, start: int, end: int) -> NDArray[np.int32]:
        """Indexes of all words that a token range touches, in reading order."""
        if start >= end:
            return self.sir.pieces.word[:0]
        low, high = self.pieces
        return self.sir.pieces.word[low[start] : high[end - 1]]

    @cached_property
    def page(self) -> NDArray[np.int32]:
        """Page of each token (1-based), taken from its first word; 0 if it is nowhere."""
        low, high = self.pieces
        located = high > low
        page = np.zeros(len(self), np.int32)
        words = self.sir.pieces.word[low[located]]
        page[located] = self.sir.lines.page[self.sir.words.line[words]]
        return page

    @cached_property
    def delimiter(self) -> NDArray[np.int8]:
        """What stands before each token, as `Delimiter`; PARAGRAPH before the first one.

        A point that ends no sentence, as that of an abbreviation, is no full stop.
        """
        kinds = np.full(len(self), Delimiter.CHARACTER, np.int8)
        for node in np.unique(self.tokens.node):
            begin, end = self.own(int(node))
            text = self.sir.nodes[node].text
            starts = self.tokens.start[begin + 1 : end].tolist()
            kinds[begin + 1 : end] = [_delimiter_before(text, at) for at in starts]
            before = int(self.tokens.node[begin - 1]) if begin else 0
            gap = separator(self.sir, before, int(node))
            kinds[begin] = _SEPARATOR_KINDS[gap]
        shortened = kinds == Delimiter.FULL_STOP
        shortened[self.sentence_starts] = False
        kinds[shortened] = Delimiter.SPACE
        return kinds

    @cached_property
    def delimited(self) -> list[NDArray[np.int64]]:
        """Positions behind each `Delimiter`, those behind coarser ones included, ascending."""
        return [np.flatnonzero(self.delimiter <= level) for level in Delimiter]

    @cached_property
    def sentence_starts(self) -> NDArray[np.int32]:
        """Positions at which sentences begin, ascending; sentences never cross a node.

        Source: thesis, section 3.4.3, with a rule-based splitter in place of punkt.
        """
        starts: list[int] = []
        for node in np.unique(self.tokens.node).tolist():
            begin, end = self.own(node)
            spans = sentence_spans(self.sir.nodes[node].text, self.sir.language)
            offsets = self.tokens.start[begin:end]
            inner = np.searchsorted(offsets, [start for start, _ in spans[1:]], side="left")
            starts += [begin, *(begin + inner[inner < end - begin]).tolist()]
        return np.unique(np.array(starts, np.int32))

    def text(self, start: int, end: int) -> str:
        """Verbatim text of a token range, nodes joined by their declared separators."""
        return joined(self.sir, self.slices(start, end))

    @cached_property
    def _starts_node(self) -> NDArray[np.int64]:
        """Positions at which another node begins."""
        return np.flatnonzero(np.diff(self.tokens.node)) + 1

    def slices(self, start: int, end: int) -> list[Span]:
        """The texts of a token range, a span for each node, without outer space."""
        if start >= end:
            return []
        bounds = [start, end]
        if self.tokens.node[start] != self.tokens.node[end - 1]:
            low, high = np.searchsorted(self._starts_node, [start, end - 1], side="right")
            bounds[1:1] = self._starts_node[low:high].tolist()
        spans: list[Span] = []
        for begin, stop in itertools.pairwise(bounds):
            node = int(self.tokens.node[begin])
            text = self.sir.nodes[node].text
            left, right = int(self.tokens.start[begin]), int(self.tokens.end[stop - 1])
            piece = text[left:right]
            left += len(piece) - len(piece.lstrip())
            spans.append(Span(node, left, max(left, left + len(piece.strip()))))
        return spans


def _key(tokens: TokenArrays, offset: NDArray[np.int32], width: int) -> NDArray[np.int64]:
    """Sort key of a character position over all nodes."""
    return tokens.node.astype(np.int64) * width + offset


_FULL_STOPS = {".": Delimiter.FULL_STOP, "!": Delimiter.EXCLAMATION, "?": Delimiter.QUESTION}


def _delimiter_before(text: str, at: int) -> Delimiter:
    before = text[at - 1]
    if not before.isspace():
        return _FULL_STOPS[before] if before in "!?" else Delimiter.CHARACTER
    if before == "\n":
        return Delimiter.LINE
    last = text[:at].rstrip()[-1:] if at > 1 and text[at - 2].isspace() else text[at - 2 : at - 1]
    return _FULL_STOPS.get(last, Delimiter.SPACE)


_SEPARATOR_KINDS = {
    "\n\n": Delimiter.PARAGRAPH,
    "\n": Delimiter.LINE,
    "\t": Delimiter.SPACE,
}


def tokenize(sir: Sir, tokenizer: Tokenizer) -> TokenStream:
    """The token stream of a document's flow.

    A node whose text gives no token at all (only symbols that the tokenizer drops) gets one
    unknown token, so that its text still belongs to a chunk.
    """
    owners = [i for i in range(sir.flow) if sir.nodes[i].text.strip()]
    encodings = tokenizer.encode_batch(
        [sir.nodes[i].text for i in owners], add_special_tokens=False
    )
    unknown = tokenizer.token_to_id("[UNK]") or 0
    ids: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    counts: list[int] = []
    for index, encoding in zip(owners, encodings, strict=True):
        begins = [0, *(offset[0] for offset in encoding.offsets[1:])]
        ids += encoding.ids or [unknown]
        starts += begins
        ends += [*begins[1:], len(sir.nodes[index].text)]
        counts.append(len(begins))
    node = np.repeat(np.array(owners, np.int32), counts)
    arrays = (np.array(values, np.int32) for values in (ids, starts, ends))
    token_ids, start, end = arrays
    return TokenStream(sir, TokenArrays(token_ids, node, start, end))
