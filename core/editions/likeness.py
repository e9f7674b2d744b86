"""Passages that have most of their words in common, the likest first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.editions.passages import Passage

    Keys = tuple[str, ...]
    Group = tuple[tuple[int, ...], tuple[int, ...]]

_ALIKE = 0.6
"""Least share of the words of the shorter passage, in their order, that the other one has."""
_MOVED_ALIKE = 0.75
"""The same of both passages in different places, where nothing else speaks for it."""
_SAME_NUMBER = 0.4
"""The same of the shorter one where both have the same number."""
_FEW, _FEW_SHARE = 6, 0.4
"""A passage of fewer words must be this share of the other one as well."""
_JOINING_WORDS = 8
"""Words in common that are left of two groups, for their texts to be cut otherwise."""
_MOVED_WORDS = 4
"""Fewer words say nothing of a passage in another place."""
_SLACK = 0.7
"""Distinct words in common, by all that must be in common: what has fewer is not looked at."""


def alike(
    old: Sequence[Passage],
    new: Sequence[Passage],
    left: Sequence[int],
    right: Sequence[int],
    *,
    in_place: bool,
) -> list[Group]:
    """Groups of indexes, `left` of the old passages and `right` of the new, with the same text.

    In place, a neighbour joins a group where it holds the words that are left of the other side:
    then the text is only cut otherwise. Elsewhere groups are pairs.
    """
    if not (left and right):
        return []
    rest_old = {at: old[at].keys for at in left}
    rest_new = {at: new[at].keys for at in right}
    grouping = _Grouping(rest_old, rest_new)
    candidates = sorted(_candidates(old, new, left, right, in_place=in_place), reverse=True)
    grouping.begin(candidates)
    if in_place:
        grouping.join(candidates)
    return [(tuple(sorted(group.old)), tuple(sorted(group.new))) for group in grouping.groups]


class _Candidate(NamedTuple):
    """Two passages; `contained` ones may only join a group, as too few words speak for them."""

    score: float
    old: int
    new: int
    contained: bool


@dataclass(eq=False)
class _Members:
    old: list[int]
    new: list[int]


@dataclass
class _Grouping:
    """`rest_old` and `rest_new` are the words of passages that no group accounts for yet."""

    rest_old: dict[int, Keys]
    rest_new: dict[int, Keys]
    groups: list[_Members] = field(default_factory=list)
    of_old: dict[int, _Members] = field(default_factory=dict)
    of_new: dict[int, _Members] = field(default_factory=dict)

    def begin(self, candidates: Iterable[_Candidate]) -> None:
        """Makes pairs of passages that have no group yet."""
        for candidate in candidates:
            _, i, j, contained = candidate
            if not contained and i not in self.of_old and j not in self.of_new:
                members = self.of_old[i] = self.of_new[j] = _Members([i], [j])
                self.groups.append(members)
                self.rest_old[i], self.rest_new[j] = _remaining(self.rest_old[i], self.rest_new[j])

    def join(self, candidates: Sequence[_Candidate]) -> None:
        """Puts passages beside a group into it, and groups together, as long as there are some."""
        while any(self._joined(each.old, each.new) for each in candidates):
            pass

    def _joined(self, i: int, j: int) -> bool:
        one, other = self.of_old.get(i), self.of_new.get(j)
        if one is other:
            return False
        shared = LCSseq.similarity(self.rest_old[i], self.rest_new[j])
        rests = [len(self.rest_old[i]), len(self.rest_new[j])]
        if one and other:
            if shared < max(_JOINING_WORDS, _ALIKE * min(rests)):
                return False
            self._merge(one, other)
        elif one:
            if shared < _ALIKE * rests[1] or not _beside(j, one.new):
                return False
            one.new.append(j)
            self.of_new[j] = one
        elif other:
            if shared < _ALIKE * rests[0] or not _beside(i, other.old):
                return False
            other.old.append(i)
            self.of_old[i] = other
        self.rest_old[i], self.rest_new[j] = _remaining(self.rest_old[i], self.rest_new[j])
        return True

    def _merge(self, one: _Members, other: _Members) -> None:
        for at in other.old:
            self.of_old[at] = one
        for at in other.new:
            self.of_new[at] = one
        one.old.extend(other.old)
        one.new.extend(other.new)
        self.groups = [group for group in self.groups if group is not other]


def _beside(at: int, members: Sequence[int]) -> bool:
    return any(abs(at - member) == 1 for member in members)


def _remaining(old: Keys, new: Keys) -> tuple[Keys, Keys]:
    edits = LCSseq.editops(old, new)
    lost = [edit.src_pos for edit in edits if edit.tag == "delete"]
    gained = [edit.dest_pos for edit in edits if edit.tag == "insert"]
    return tuple(old[at] for at in lost), tuple(new[at] for at in gained)


def _candidates(
    old: Sequence[Passage],
    new: Sequence[Passage],
    left: Sequence[int],
    right: Sequence[int],
    *,
    in_place: bool,
) -> Iterator[_Candidate]:
    rows, columns = _worth_a_look([old[at].keys for at in left], [new[at].keys for at in right])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        i, j = left[row], right[column]
        same_number = bool(old[i].number) and old[i].number == new[j].number
        shared = LCSseq.similarity(old[i].keys, new[j].keys)
        shorter, longer = sorted((len(old[i].keys), len(new[j].keys)))
        contained = False
        if in_place:
            share = _SAME_NUMBER if same_number else _ALIKE
            enough = shared >= share * shorter
            contained = shorter < _FEW and shared < _FEW_SHARE * longer
            contained |= not enough
            enough |= shared >= _JOINING_WORDS
        else:
            enough = old[i].kind is new[j].kind and shorter >= _MOVED_WORDS
            enough &= shared >= _MOVED_ALIKE * longer
        if enough:
            yield _Candidate(shared + shared / longer + same_number, i, j, contained)


def _worth_a_look(
    old: Sequence[Keys], new: Sequence[Keys]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    vocabulary = {
        key: at for at, key in enumerate(sorted({k for keys in (*old, *new) for k in keys}))
    }
    one, other = _presence(old, vocabulary), _presence(new, vocabulary)
    fewer = np.minimum(one.sum(1)[:, None], other.sum(1)[None, :])
    enough = (one @ other.T >= _SLACK * _SAME_NUMBER * fewer) & (fewer > 0)
    rows, columns = np.nonzero(enough)
    return rows, columns


def _presence(passages: Sequence[Keys], vocabulary: dict[str, int]) -> NDArray[np.float32]:
    """(n, words) 1 where a passage holds a word."""
    table = np.zeros((len(passages), len(vocabulary)), np.float32)
    for row, keys in enumerate(passages):
        table[row, [vocabulary[key] for key in keys]] = 1
    return table
