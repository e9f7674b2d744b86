"""Chunks planned by the ids of units, never by their text. Source: W-RAC, appendix A.1.

The paper has the model leave out navigation, cookie notices and logins. Here nothing is left
out: running headers, footers and hidden text are set aside before, and what is left must not be
lost. The paper repeats headings in the plan; here a chunk carries the headings above it anyway.
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
    SizedOptions,
    maximum,
    section_begins,
)
from core.chunking.packing import Packer
from core.chunking.plans import Flaw, Repair, in_words, rule_groups, without_fragments
from core.chunking.unit_outline import Outline
from core.chunking.unit_windows import shown, windows
from core.errors import ModelError, ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.units import Group
    from core.llm.base import Request
    from core.llm.model import ModelUse

_WORDS = 80
"""Characters of a passage that a boundary names."""

_INSTRUCTIONS = """\
You plan how a document is divided into passages that a search will find. You are given its \
units in reading order, one JSON array a line: id, type, id of the heading above it, tokens, \
text. Answer with groups of ids only. Each group becomes a passage; you never write, \
change or summarise text.

How to group:
- A group is one topic: what a reader would want together when asking one question.
- A group is a run of units that follow each other. Name every id under "units" once, in the \
order given, and no other id. Leave none out.
- A heading stands in the group of what it introduces, never alone and never last. Headings \
above a group are added to its passage later; do not name them again.
- The steps of a procedure and the points of a list stay in one group, with the sentence that \
introduces them, even where each step has a heading of its own. So do a table and its caption.
- A short fragment that says little by itself joins what it belongs to.
- A group has at most {size} tokens, unless a procedure or a list needs more. Do not cut more \
finely than topics do.
"""


class RetrievalAwareOptions(SizedOptions):
    """Options of retrieval-aware chunking."""

    max_tokens: int = maximum(
        512, "A chunk that would pass this is split at sentences, headings included."
    )


class UnitPlan(BaseModel):
    """Groups of ids of units."""

    chunks: list[list[str]] = Field(description="Each inner list holds the ids of one passage.")


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
            planner = _Planner(outline, options.size)
            return Cutting(planner.cuts([(0, len(outline.units))], [None]))
        task = source.model.task("plan", source.stream.sir.document)
        ranges = windows(outline)
        planned = task.ask_all(
            [_request(outline, window, options.size) for window in ranges],
            UnitPlan,
            lambda place, plan: _check(outline, ranges[place], plan),
            source.progress,
        )
        planner = _Planner(outline, options.size, source.model.name)
        cuts = planner.cuts(ranges, planned)
        return Cutting(cuts, planner.making(ranges, planned, task.use))


class _Planner:
    """Makes cuts of the plans of one document."""

    def __init__(self, outline: Outline, size: int, model: str = "") -> None:
        self._outline, self._size, self._model = outline, size, model
        self._packer = Packer(outline, size)
        self._repair = Repair(outline)

    def cuts(self, ranges: Sequence[Group], plans: Sequence[_Plan]) -> list[Cut]:
        """The cuts of the windows by their plans; rules plan those that have none."""
        return [
            cut
            for window, plan in zip(ranges, plans, strict=True)
            for group, opening in self._groups(window, plan)
            for cut in self._packer.cuts(group, opening)
        ]

    def _groups(self, window: Group, plan: _Plan) -> Iterator[tuple[Group, Boundary]]:
        if not isinstance(plan, UnitPlan):
            for group in rule_groups(self._outline, window, self._size):
                yield group, self._by_rule(group)
            return
        named = {unit for chunk in plan.chunks for unit in chunk}
        for group in self._planned(window, plan):
            self._repair.flaws[Flaw.LONG] += not self._packer.fits(group)
            # What the plan left out became a chunk by rule, and is not said to be the model's.
            by_model = any(unit.id in named for unit in self._outline.units[slice(*group)])
            yield group, self._by(self._model, group) if by_model else self._by_rule(group)

    def _planned(self, window: Group, plan: UnitPlan) -> Sequence[Group]:
        """The groups of a plan put right; what its gaps leave of groups is not left in pieces."""
        flaws = self._repair.flaws
        before = flaws[Flaw.SCATTERED]
        groups = self._repair.groups(plan.chunks, *window)
        if flaws[Flaw.SCATTERED] == before:
            return groups
        joined = without_fragments(self._outline, groups, self._size)
        flaws[Flaw.FRAGMENT] += len(groups) - len(joined)
        return joined

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


def _request(outline: Outline, window: Group, size: int) -> Request:
    instructions = f"{_INSTRUCTIONS.format(size=size)}\n{DATA_RULE}"
    return user_says(instructions, shown(outline, window))


def _check(outline: Outline, window: Group, plan: UnitPlan) -> None:
    """Refuse a plan that leaves out more than it holds; fewer gaps are filled by rule.

    Raises:
        ReplyUnusable: see there.
    """
    ids = {unit.id for unit in outline.units[slice(*window)]}
    named = ids & {name for group in plan.chunks for name in group}
    if 2 * len(named) < len(ids):
        raise ReplyUnusable(
            f"The plan holds {len(named)} of {len(ids)} ids. Name every id under units once."
        )


def _notices(failed: Sequence[ModelError], total: int) -> tuple[str, ...]:
    """That rules took the place of the model, and why."""
    if not failed:
        return ()
    if len(failed) == total:
        return (f"{failed[0]} Rules planned the chunks instead.",)
    return (f"Rules planned {len(failed)} of {total} parts of the document. {failed[0]}",)
