"""Chunks planned by the ids of units, never by their text. Source: W-RAC, appendix A.1.

The paper has the model leave out navigation, cookie notices and logins. Here nothing is left
out by a model: running headers, footers, hidden text, and of web pages the parts that are no text
are set aside before, where they can be seen, and what is left must not be lost. Headings that the
plan repeats stand above a chunk as its context; their own place is in one chunk only.
"""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.base import (
    Boundary,
    BoundaryKind,
    ChunkSource,
    Cut,
    Cutting,
    Making,
    section_begins,
)
from core.chunking.options import SizedOptions, maximum
from core.chunking.packing import Packer
from core.chunking.plans import Flaw, Passage, Repair, in_words, rule_groups, without_fragments
from core.chunking.unit_ids import GROUPS, named_places
from core.chunking.unit_outline import Outline
from core.chunking.unit_windows import shown, windows
from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.units import Group
    from core.llm.model import ModelUse

_WORDS = 80
"""Characters of a passage that a boundary names."""

_INSTRUCTIONS = """\
You plan how a document is divided into passages that a search will find. You are given its \
units in reading order, one JSON array a line: id, type, id of the heading above it, tokens, \
text. Answer with groups of ids only, in one line: a slash between groups, a space between ids of \
a group, and a run of units that follow each other as its first id and a dash if it ends before \
the next id that you name, else as its first and last id, such as "h1-/h2-p9 t3/p10". Each group \
becomes a passage; you never write, change or summarise text.

How to group:
- A group is one topic: what a reader would want together when asking one question.
{leaping}
- Every id under "units" is in one group, named or within a run, and no other id. Leave none out.
- A heading stands in the group of what it introduces, never alone and never last.
- The headings that lead to a group, up to three levels, stand above its passage: they are those \
in the column "id of the heading above". Name a heading again in front of a group only if that \
column lacks one that leads to it.
- The steps of a procedure and the points of a list stay in one group, with the sentence that \
introduces them, even where each step has a heading of its own. So do a table and its caption.
- A short fragment that says little by itself joins what it belongs to.
- A group has at most {size} tokens, unless a procedure or a list needs more. Do not cut more \
finely than topics do.
"""


_LEAPING = {
    False: "- A group is a run of units that follow each other.",
    True: (
        "- A group is mostly a run of units that follow each other. What answers the same question "
        "and stands apart, such as a rule and its exception, joins it as a further run, five runs "
        "at the most."
    ),
}
"""What the model is told of groups with gaps, by whether they may have some."""


class RetrievalAwareOptions(SizedOptions):
    """Options of retrieval-aware chunking."""

    max_tokens: int = maximum(
        512, "A chunk that would pass this is split at sentences, headings included."
    )
    leaps: bool = Field(
        True,
        title="Groups may leap",
        description="A model may put passages together that are not next to each other. Off: such "
        "groups are divided at the gaps. Rules never leap.",
    )
    fill_levels: bool = Field(
        False,
        title="Fill missing heading levels",
        description="Each chunk names three levels of headings. Where the document has fewer above "
        "it, its first heading stands in, as in the paper.",
    )

    @property
    def unlisted(self) -> set[str]:
        """See `ChunkingOptions.unlisted`."""
        later = {"leaps": True, "fill_levels": False}
        return {name for name, default in later.items() if getattr(self, name) is default}


class UnitPlan(BaseModel):
    """Groups of ids of units; see `core.chunking.unit_ids` for how they are named."""

    chunks: str = Field(description="Ids and runs of the passages, a slash between passages.")

    @property
    def passages(self) -> list[str]:
        """What is named of each passage."""
        return self.chunks.split(GROUPS)


_Plan = UnitPlan | ModelError | None
"""The plan of a window, why there is none, or None where no model was asked."""


class RetrievalAwareChunker:
    """Chunks planned by the ids of their units."""

    name = "retrieval_aware"
    title = "Retrieval-aware"
    options = RetrievalAwareOptions

    def cut(self, source: ChunkSource, options: RetrievalAwareOptions) -> Cutting:
        """Cuts of the whole stream: by the plan of the model, or of rules where there is none."""
        outline = Outline.of(source.stream)
        if source.model is None:
            planner = _Planner(outline, options)
            return Cutting(planner.cuts([(0, len(outline.units))], [None]))
        task = source.model.task("plan", source.stream.sir.document)
        ranges = windows(outline)
        planned = task.ask_all(
            [_request(outline, window, options) for window in ranges],
            UnitPlan,
            lambda place, plan: _check(outline, ranges[place], plan, options.size),
            source.progress,
        )
        planner = _Planner(outline, options, source.model.name)
        cuts = planner.cuts(ranges, planned)
        return Cutting(cuts, planner.making(ranges, planned, task.use))


class _Planner:
    def __init__(self, outline: Outline, options: RetrievalAwareOptions, model: str = "") -> None:
        self._outline, self._size, self._model = outline, options.size, model
        self._leap = options.size if options.leaps else 0
        self._packer = Packer(outline, options.size, fill_levels=options.fill_levels)
        self._repair = Repair(outline)

    def cuts(self, ranges: Sequence[Group], plans: Sequence[_Plan]) -> list[Cut]:
        """The cuts of the windows by their plans; rules plan those that have none."""
        return [
            cut
            for window, plan in zip(ranges, plans, strict=True)
            for passage, opening in self._passages(window, plan)
            for cut in self._packer.cuts(passage, opening)
        ]

    def _passages(self, window: Group, plan: _Plan) -> Iterator[tuple[Passage, Boundary]]:
        if not isinstance(plan, UnitPlan):
            for group in rule_groups(self._outline, window, self._size):
                yield Passage((group,)), self._by_rule(group)
            return
        named = named_places(self._outline, window, plan.passages, self._size)
        for passage in self._planned(window, plan):
            self._repair.flaws[Flaw.LONG] += not self._packer.fits(passage)
            first = passage.pieces[0]
            # What the plan left out became a chunk by rule, and is not said to be the model's.
            by_model = any(not named.isdisjoint(range(*piece)) for piece in passage.pieces)
            yield passage, self._by(self._model, first) if by_model else self._by_rule(first)

    def _planned(self, window: Group, plan: UnitPlan) -> Sequence[Passage]:
        """The passages of a plan put right; gaps at which groups are divided leave no fragments."""
        flaws = self._repair.flaws
        before = flaws[Flaw.SCATTERED]
        passages = self._repair.passages(plan.passages, window, self._leap)
        if flaws[Flaw.SCATTERED] == before:
            return passages
        whole = [passage for passage in passages if len(passage.pieces) > 1]
        divided = {p.pieces[0]: p.repeated for p in passages if len(p.pieces) == 1}
        groups = without_fragments(self._outline, list(divided), self._size)
        flaws[Flaw.FRAGMENT] += len(divided) - len(groups)
        repeated = {start: headings for (start, _), headings in divided.items()}
        joined = [Passage((group,), repeated[group[0]]) for group in groups]
        return sorted([*whole, *joined], key=lambda passage: passage.pieces)

    def _by_rule(self, group: Group) -> Boundary:
        first = self._outline.units[group[0]]
        if first.is_heading:
            return section_begins(self._outline.stream.sir.nodes[first.node])
        return self._by("Rules", group)

    def _by(self, planner: str, group: Group) -> Boundary:
        first = self._outline.units[group[0]]
        text = self._outline.stream.text(first.start, first.end)
        words = shorten(text, _WORDS, placeholder=" …")
        return Boundary(BoundaryKind.PLAN, f"{planner} planned a passage: {words}")

    def making(self, ranges: Sequence[Group], plans: Sequence[_Plan], use: ModelUse) -> Making:
        """Who planned, what was put right, and what it cost beside writing the text anew."""
        failed = [plan for plan in plans if isinstance(plan, ModelError)]
        planned = [
            self._outline.length(*window)
            for window, plan in zip(ranges, plans, strict=True)
            if isinstance(plan, UnitPlan)
        ]
        return Making(
            model=self._model if planned else "",
            notices=_notices(failed, len(plans)),
            repairs=in_words(self._repair.flaws),
            use=use,
            rewriting=sum(planned),
        )


def _request(outline: Outline, window: Group, options: RetrievalAwareOptions) -> Request:
    told = _INSTRUCTIONS.format(size=options.size, leaping=_LEAPING[options.leaps])
    instructions = f"{told}\n{DATA_RULE}"
    return user_says(instructions, shown(outline, window))


def _check(outline: Outline, window: Group, plan: UnitPlan, size: int) -> None:
    """Refuse a plan that leaves out more than it holds; fewer gaps are filled by rule.

    Raises:
        ReplyUnusable: see there.
    """
    named = len(named_places(outline, window, plan.passages, size))
    units = window[1] - window[0]
    if 2 * named < units:
        raise ReplyUnusable(
            f"The plan holds {named} of {units} ids. Name every id under units, alone or in a run."
        )


def _notices(failed: Sequence[ModelError], total: int) -> tuple[str, ...]:
    if not failed:
        return ()
    if len(failed) == total:
        return (f"{failed[0]} Rules planned the chunks instead.",)
    return (f"Rules planned {len(failed)} of {total} parts of the document. {failed[0]}",)
