"""Main sections, divided at subheadings by a budget. Source: structured chunking v2, 4 and 5."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pydantic import field_validator
from pydantic_core import PydanticCustomError

from core.chunking.base import START, Boundary, BoundaryKind, ChunkSource, Cut, Cutting, Making
from core.chunking.budget import ChunkBudget, chunk_budget
from core.chunking.budget_environment import BUDGET_INPUTS, budget_field, from_environment
from core.chunking.main_headings import LEVELS, headings, numbered
from core.chunking.options import ChunkingOptions, choice
from core.chunking.token_counts import (
    DOCUMENT,
    TOKENIZERS,
    WORDS,
    available_tokenizers,
    node_lengths,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.tokens import TokenStream


_KEPT = (
    "kept whole, as no second or third level of headings is there to split at, and paragraphs, "
    "lists and tables are never split"
)
FEWEST, H3_FIRST = "fewest", "h3_first"
_ORDERS = {FEWEST: "Level 2, then 3", H3_FIRST: "Level 3, else 2"}
_SINCE = {"split_order": FEWEST, "tokenizer": DOCUMENT}
"""Options that came later, with what was done before there was a choice."""


class HeadingAnchoredOptions(ChunkingOptions):
    """Options of heading-anchored chunking; its numbers start with what the environment says."""

    context_limit: int = budget_field(
        "context_limit", "C: context limit", "Tokens that the answering model reads at once."
    )
    tokens_per_minute: int = budget_field(
        "tokens_per_minute", "TPM: tokens a minute", "Tokens that the service takes in a minute."
    )
    requests_per_minute: int = budget_field(
        "requests_per_minute",
        "RPM: requests a minute",
        "Requests that the service takes in a minute. It changes no figure; where more are "
        "expected, a warning says so.",
    )
    expected_requests: int = budget_field(
        "expected_requests",
        "E: expected requests",
        "Questions that you expect to be asked in a minute.",
    )
    top_k: int = budget_field("top_k", "K: chunks a question", "Chunks sent with a question.")
    prompt_reserve: int = budget_field(
        "prompt_reserve",
        "R_p: prompt reserve",
        "Tokens kept free for the instructions and the question.",
    )
    answer_reserve: int = budget_field(
        "answer_reserve", "R_a: answer reserve", "Tokens kept free for the answer."
    )
    safety: float = budget_field("safety", "B: safety factor", "Share of the budget that is used.")
    chunk_max_tokens_hint: int = budget_field(
        "chunk_max_tokens_hint",
        "Size in tokens",
        "The size of a chunk in tokens, whatever the formula gives; 0 for none.",
    )
    chunk_max_words_hint: int = budget_field(
        "chunk_max_words_hint",
        "Size in words",
        "The size of a chunk in words, whatever the formula gives; 0 for none. With one in tokens, "
        "the tighter one holds.",
    )
    split_order: str = choice(
        FEWEST,
        _ORDERS,
        "Split order",
        "Level 2, then 3: a section over the budget is split between its subsections, and one of "
        "these over it at the level below; the end of one is not joined with the next. Level 3, "
        "else 2 (the paper): text is taken up to the budget, and split at the last heading of "
        "level 3 before it, of level 2 only where there is none.",
    )
    tokenizer: str = choice(
        DOCUMENT,
        TOKENIZERS,
        "Counted in",
        "Own tokens are those that all strategies count here (WordPiece). Words are the estimate "
        "of the paper, 1.3 tokens each. o200k_base is what GPT-4o counts, cl100k_base what GPT-4 "
        "does; both need tiktoken and bpe-openai.",
    )

    @field_validator("split_order", "tokenizer")
    @classmethod
    def _known(cls, value: str, info: Any) -> str:
        known = _ORDERS if info.field_name == "split_order" else TOKENIZERS
        if value not in known:
            here = available_tokenizers() if known is TOKENIZERS else known
            words = f"There is no {value!r}, choose one of {', '.join(here)}"
            raise PydanticCustomError("choice", "{words}", {"words": words})
        return value

    @property
    def unlisted(self) -> set[str]:
        """See `ChunkingOptions.unlisted`."""
        hints = {name for name in BUDGET_INPUTS if name.endswith("_hint")}
        since = {**_SINCE, **dict.fromkeys(hints - set(from_environment()), 0)}
        return {name for name, value in since.items() if getattr(self, name) == value}

    @property
    def budget(self) -> ChunkBudget:
        """The budget of a chunk with its figures and what is wrong with it."""
        return chunk_budget(**self.model_dump(include=set(BUDGET_INPUTS)))

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
        """Cuts of the whole stream; what passes the budget is named in the making.

        Raises:
            MissingExtra: the tokenizer of the options is not here.
        """
        cutter = _Cutter(source.stream, options)
        cuts = cutter.cuts()
        notices = [*options.budget.problems, *cutter.notices(cuts)]
        return Cutting(cuts, Making(notices=tuple(notices)))


@dataclass(frozen=True, slots=True)
class _Part:
    """A token range of a section; `whole` if no subsection in it was divided."""

    start: int
    end: int
    whole: bool = True


class _Cutter:
    def __init__(self, stream: TokenStream, options: HeadingAnchoredOptions) -> None:
        self._stream = stream
        by_words = options.tokenizer == WORDS
        self._size = options.budget.words if by_words else options.budget.tokens
        self._unit = "words" if by_words else "tokens"
        if options.tokenizer not in (DOCUMENT, WORDS):
            self._unit += f" of {options.tokenizer}"
        self._lengths = node_lengths(stream, options.tokenizer)
        self._by_level_3 = options.split_order == H3_FIRST
        self._levels = numbered(stream.sir)
        self._places = self._open()

    def cuts(self) -> list[Cut]:
        """All chunks in reading order."""
        mains = {0, *(at for at, heading in self._places if self._levels[heading] <= 1)}
        divided = self._filled if self._by_level_3 else self._divided
        sections = pairwise([*sorted(mains), len(self._stream)])
        return [self._cut(part) for section in sections for part in divided(*section)]

    def notices(self, cuts: Sequence[Cut]) -> list[str]:
        """What people should know of the chunks."""
        if not headings(self._stream.sir):
            return [
                "No heading was found, so the whole text is one chunk. Choose another strategy for "
                "this document, or correct its headings on the page of its structure."
            ]
        lengths = [self._length(cut.start, cut.end) for cut in cuts]
        over = [length for length in lengths if length > self._size]
        if not over:
            return []
        return [
            f"Over the budget of {self._size} {self._unit}: {len(over)} of {len(cuts)} chunks, the "
            f"largest with {max(over):,}. Each is {_KEPT}."
        ]

    def _length(self, start: int, end: int) -> int:
        nodes = self._stream.tokens.node
        return int(self._lengths[nodes[end - 1] + 1] - self._lengths[nodes[start]])

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
        if self._length(start, end) <= self._size or level == LEVELS:
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

    def _filled(self, start: int, end: int) -> list[_Part]:
        """The parts of a main section, each split where the paper prefers it.

        Text is taken until the budget is passed; the part then ends at the last heading of level
        3 in it, else at the last of level 2, else with the next of either.
        """
        places = [(at, self._levels[node]) for at, node in self._places if start < at < end]
        parts: list[_Part] = []
        for stop in [*(at for at, _ in places), end]:
            while self._length(start, stop) > self._size:
                inside = [(level, at) for at, level in places if start < at < stop]
                if not inside:
                    break
                split = max(inside)[1]
                parts.append(_Part(start, split))
                start = split
        return [*parts, _Part(start, end)]

    def _joins(self, part: _Part, following: _Part, level: int) -> bool:
        if self._length(part.start, following.end) > self._size or not part.whole:
            return False
        return following.whole or not self._begins_inside(part, level + 1)

    def _begins_inside(self, part: _Part, level: int) -> bool:
        starts = (self._stream.own(i)[0] for i, own in self._levels.items() if own == level)
        return any(part.start <= at < part.end for at in starts)

    def _cut(self, part: _Part) -> Cut:
        length, over = self._length(part.start, part.end), "."
        kind = BoundaryKind.HEADING if part.start else BoundaryKind.START
        reason = self._opens(part.start) if part.start else START.reason.rstrip(".")
        if length > self._size:
            budget = f"the budget of {self._size}"
            over = f". It holds {length:,} {self._unit}, more than {budget}: {_KEPT}."
        return Cut(part.start, part.end, Boundary(kind, reason + over))

    def _opens(self, start: int) -> str:
        heading = int(self._stream.tokens.node[start])
        words = self._stream.sir.nodes[heading].text[:80]
        level = self._levels[heading]
        if level <= 1:
            return f"{'A main section' if level else 'The title'} begins: {words}"
        return (
            f"A subsection begins: {words}; the section above it passes the budget of "
            f"{self._size} {self._unit}"
        )
