"""Main sections, divided at subheadings by a budget. Source: structured chunking v2, 4 and 5."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.base import (
    START,
    Boundary,
    BoundaryKind,
    ChunkingOptions,
    ChunkSource,
    Cut,
    Cutting,
    Making,
    number,
)
from core.chunking.budget import ChunkBudget, chunk_budget
from core.chunking.main_headings import LEVELS, headings, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.tokens import TokenStream


_KEPT = (
    "kept whole, as no second or third level of headings is there to split at, and paragraphs, "
    "lists and tables are never split"
)


class HeadingAnchoredOptions(ChunkingOptions):
    """Options of heading-anchored chunking."""

    context_limit: int = number(
        128000, 1000, 4000000, "C: context limit", "Tokens that the answering model reads at once."
    )
    tokens_per_minute: int = number(
        90000, 1000, 100000000, "TPM: tokens a minute",
        "Tokens that the service takes in a minute.",
    )  # fmt: skip
    requests_per_minute: int = number(
        60, 1, 100000, "RPM: requests a minute", "Requests that the service takes in a minute."
    )
    expected_requests: int = number(
        10, 1, 100000, "E: expected requests", "Questions that you expect to be asked in a minute."
    )
    top_k: int = number(6, 1, 100, "K: chunks a question", "Chunks that are sent with a question.")
    prompt_reserve: int = number(
        1200, 0, 100000, "R_p: prompt reserve",
        "Tokens kept free for the instructions and the question.",
    )  # fmt: skip
    answer_reserve: int = number(
        1500, 0, 100000, "R_a: answer reserve", "Tokens kept free for the answer."
    )
    safety: float = number(0.8, 0.1, 1.0, "B: safety factor", "Share of the budget that is used.")

    @property
    def budget(self) -> ChunkBudget:
        """The budget of a chunk with its figures and what is wrong with it."""
        return chunk_budget(**self.model_dump())

    @property
    def size(self) -> int:
        """Safe tokens of a chunk."""
        return self.budget.tokens


class HeadingAnchoredChunker:
    """One chunk for each main section, divided at subheadings only.

    Text in front of the first anchor is a chunk of its own. No heading is repeated: section,
    and levels of headings, are fields of `core.export.sections_jsonl`.
    """

    name = "heading_anchored"
    title = "Heading-anchored"
    options = HeadingAnchoredOptions

    def cut(self, source: ChunkSource, options: HeadingAnchoredOptions) -> Cutting:
        """Cuts of the whole stream; what passes the budget is named in the making."""
        cuts = _Cutter(source.stream, options.size).cuts()
        notices = [*options.budget.problems, *_notices(source.stream, cuts, options.size)]
        return Cutting(cuts, Making(notices=tuple(notices)))


@dataclass(frozen=True, slots=True)
class _Part:
    """A token range of a section; `whole` if no subsection in it was divided."""

    start: int
    end: int
    whole: bool = True


class _Cutter:
    """One run over one tree."""

    def __init__(self, stream: TokenStream, size: int) -> None:
        self._stream = stream
        self._size = size
        self._levels = numbered(stream.sir)
        self._places = self._open()

    def cuts(self) -> list[Cut]:
        """All chunks in reading order."""
        mains = {0, *(at for at, heading in self._places if self._levels[heading] <= 1)}
        sections = pairwise([*sorted(mains), len(self._stream)])
        return [self._cut(part) for section in sections for part in self._divided(*section)]

    def _open(self) -> list[tuple[int, int]]:
        """Places (token, heading) at which a chunk may begin: headings of the first levels.

        Of headings that follow each other without text between them only the highest counts,
        and the first of several: a heading by itself is no chunk.
        """
        runs: list[list[int]] = []
        nodes = self._stream.tokens.node
        for heading in self._levels:
            start, end = self._stream.own(heading)
            if start < end and runs and int(nodes[start - 1]) == runs[-1][-1]:
                runs[-1].append(heading)
            elif start < end:
                runs.append([heading])
        highest = [min(run, key=self._levels.__getitem__) for run in runs]
        return [(self._stream.own(i)[0], i) for i in highest if self._levels[i] <= LEVELS]

    def _divided(self, start: int, end: int, level: int = 1) -> list[_Part]:
        """The parts of a section of that level: as few as fit, split at the next two levels.

        Parts of a divided section are not joined with its sister, which would put the end of one
        and the beginning of the other into one chunk. What introduces sections may be.
        """
        if end - start <= self._size or level == LEVELS:
            return [_Part(start, end)]
        below = [at for at, heading in self._places if self._levels[heading] == level + 1]
        divided: list[_Part] = []
        for section in pairwise([start, *(at for at in below if start < at < end), end]):
            parts = self._divided(*section, level + 1)
            for part in parts:
                part = replace(part, whole=len(parts) == 1)
                if divided and self._joins(divided[-1], part, level):
                    divided[-1] = replace(part, start=divided[-1].start)
                else:
                    divided.append(part)
        return divided

    def _joins(self, part: _Part, following: _Part, level: int) -> bool:
        """Whether two parts that follow each other in a section of that level are one chunk."""
        if following.end - part.start > self._size or not part.whole:
            return False
        return following.whole or not self._begins_inside(part, level + 1)

    def _begins_inside(self, part: _Part, level: int) -> bool:
        """Whether a section of that level begins in a part."""
        starts = (self._stream.own(i)[0] for i, own in self._levels.items() if own == level)
        return any(part.start <= at < part.end for at in starts)

    def _cut(self, part: _Part) -> Cut:
        """A part with why it begins, and why it passes the budget if it does."""
        tokens, over = part.end - part.start, "."
        kind = BoundaryKind.HEADING if part.start else BoundaryKind.START
        reason = self._opens(part.start) if part.start else START.reason.rstrip(".")
        if tokens > self._size:
            over = f". It holds {tokens:,} tokens, more than the budget of {self._size}: {_KEPT}."
        return Cut(part.start, part.end, Boundary(kind, reason + over))

    def _opens(self, start: int) -> str:
        heading = int(self._stream.tokens.node[start])
        words = self._stream.sir.nodes[heading].text[:80]
        level = self._levels[heading]
        if level <= 1:
            return f"{'A main section' if level else 'The title'} begins: {words}"
        return (
            f"A subsection begins: {words}; the section above it passes the budget of "
            f"{self._size} tokens"
        )


def _notices(stream: TokenStream, cuts: Sequence[Cut], size: int) -> list[str]:
    """What people should know of the chunks."""
    if not headings(stream.sir):
        return [
            "No heading was found, so the whole text is one chunk. Choose another strategy for "
            "this document, or correct its headings on the page of its structure."
        ]
    counts = [cut.token_count for cut in cuts if cut.token_count > size]
    if not counts:
        return []
    return [
        f"Over the budget of {size} tokens: {len(counts)} of {len(cuts)} chunks, the largest with "
        f"{max(counts):,}. Each is {_KEPT}."
    ]
