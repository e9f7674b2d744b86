"""The way of a text over the tokens of pages that costs least: Viterbi with jumps and gaps.

A text follows the words of a line, then those of the next line; jumps elsewhere cost, since a
sentence that is put together of scattered words stands nowhere. So does what is passed over on
the page, and each token for which no place is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.parsing.alignment.page_tokens import PageTokens
    from core.parsing.alignment.tokens import Token

NOWHERE = -1
"""In place of a position, for a token that stands nowhere."""

Found = tuple[int, int]
"""First and last page token of a token of a text; both `NOWHERE` where it stands nowhere."""

_NEXT_LINE, _OTHER_LINE, _JUMP = 0.1, 1.0, 3.0
"""Costs of going on in the line below, at the start of any other line, and anywhere."""
_PASSED = 0.5, 0.25
"""Cost of passing over tokens within a line, and of each of them."""
_MOST_PASSED = 6
_NULL = 2.0, 1.0
"""Costs of a token that stands nowhere: behind one with a place, and behind another such token."""
_OUTSIDE = 2.0
"""Cost of leaving the boxes that the parser gave."""
_USED = 0.6
"""Cost of a token of the page that another element has."""
_BEAM, _WIDTH = 96, 9.0
"""States that are kept for each token, and how much more than the best they may cost."""
_MOST_ENDS = 2000
"""States that are kept for the last token of a text."""
_AHEAD = 1e-3
"""How much less a state seems to cost, when some are chosen, where the text goes on behind it."""


class Reach(NamedTuple):
    """Where a text may stand: tokens `low:high` of the pages.

    `inside` (high - low,) tells which lie in the boxes that the parser gave; None where it gave
    none.
    """

    low: int
    high: int
    inside: NDArray[np.bool_] | None = None


class Placement(NamedTuple):
    """Where each token of a text stands, and what that costs."""

    cost: float
    found: list[Found]

    @property
    def positions(self) -> list[int]:
        """The last page token of each token of the text that has a place."""
        return [last for _, last in self.found if last != NOWHERE]


@dataclass(slots=True)
class _States:
    """Ways up to a token: where each stands, whether there or in a gap behind it, and its cost."""

    first: NDArray[np.int64]
    position: NDArray[np.int64]
    gap: NDArray[np.bool_]
    cost: NDArray[np.float64]
    before: NDArray[np.int64]

    def with_more(self, other: _States) -> _States:
        """These and others."""
        return _States(
            np.concatenate([self.first, other.first]),
            np.concatenate([self.position, other.position]),
            np.concatenate([self.gap, other.gap]),
            np.concatenate([self.cost, other.cost]),
            np.concatenate([self.before, other.before]),
        )

    def best(self, page: PageTokens, following: str | None) -> _States:
        """Those that are worth going on with to the text that follows; None at the end."""
        near = np.flatnonzero(self.cost <= self.cost.min() + _WIDTH)
        most = _BEAM if following is not None else _MOST_ENDS
        if len(near) > most:
            cost = self.cost[near]
            if following is not None:
                # Of a frequent word, the places behind which the text goes on.
                cost = cost - _AHEAD * page.are_before(self.position[near], following)
            near = near[np.argpartition(cost, most)[:most]]
        return _States(
            self.first[near],
            self.position[near],
            self.gap[near],
            self.cost[near],
            self.before[near],
        )


def placements(
    text: Sequence[Token], page: PageTokens, reach: Reach, margin: float = 0.0
) -> list[Placement]:
    """The ways of a text over the page, the best first: those that cost up to `margin` more.

    Ways that end at the same place count once. Time grows with the length of the text times how
    often its words stand within reach.
    """
    start = np.array([NOWHERE])
    states = _States(start, start, np.array([True]), np.array([-_NULL[1]]), start)
    steps = [states]
    for token, following in zip_longest(text, text[1:]):
        ahead = following.text if following else None
        states = _step(states, token, page, reach).best(page, ahead)
        steps.append(states)
    if len(text) == 0:
        return []
    order = np.argsort(states.cost, kind="stable")
    ends = [int(at) for at in order if states.cost[at] <= states.cost[order[0]] + margin]
    return [Placement(float(states.cost[at]), _back(steps, at)) for at in ends]


def _step(states: _States, token: Token, page: PageTokens, reach: Reach) -> _States:
    """The ways that lead on over one more token: to each of its places, and into a gap."""
    count = len(states.cost)
    stays = states.cost + np.where(states.gap, _NULL[1], _NULL[0])
    into_gap = _States(
        states.first, states.position, np.ones(count, np.bool_), stays, np.arange(count)
    )
    first, last = page.spans(token.text, reach.low, reach.high).T
    if not len(first):
        return into_gap
    ways = states.cost[:, None] + _transitions(states.position, first, page, reach)
    ways += _USED * page.used[last]
    best = np.argmin(ways, axis=0)
    cost = ways[best, np.arange(len(first))]
    return into_gap.with_more(_States(first, last, np.zeros(len(first), np.bool_), cost, best))


def _transitions(
    positions: NDArray[np.int64],
    places: NDArray[np.int64],
    page: PageTokens,
    reach: Reach,
) -> NDArray[np.float64]:
    """(states, places) What going from each position to each place costs."""
    origin, target = positions[:, None], places[None, :]
    passed = target - origin - 1
    line, to_line = page.line[origin], page.line[target]
    together = (line == to_line) & (passed >= 0) & (passed <= _MOST_PASSED)
    cost = np.full(passed.shape, _JUMP)
    starts = page.first[target] & page.last[origin]
    cost[starts] = _OTHER_LINE
    following = (to_line == page.below[line]) | (to_line == line + 1)
    cost[starts & following] = _NEXT_LINE
    along = np.where(passed > 0, _PASSED[0] + _PASSED[1] * passed, 0.0)
    cost = np.where(together, along, cost)
    cost = np.where(origin == NOWHERE, 0.0, cost)
    if reach.inside is not None:
        cost += _OUTSIDE * (~together & ~reach.inside[target - reach.low])
    return cost


def _back(steps: Sequence[_States], at: int) -> list[Found]:
    """The places of a way, from its end."""
    found: list[Found] = []
    for states in reversed(steps[1:]):
        span = int(states.first[at]), int(states.position[at])
        found.append((NOWHERE, NOWHERE) if states.gap[at] else span)
        at = int(states.before[at])
    return found[::-1]
