"""Which passages of two editions are the same passage, whole, cut otherwise, or changed."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.editions.likeness import alike

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.editions.passages import Passage


class Match(NamedTuple):
    """Indexes of passages of the old and of the new edition that hold the same text.

    There are several where the text is cut otherwise, none on a side that lacks it.
    """

    old: tuple[int, ...]
    new: tuple[int, ...]


def matched(old: Sequence[Passage], new: Sequence[Passage]) -> list[Match]:
    """Each passage in exactly one match: in order first, then those that were moved."""
    pairs = _in_order(old, new)
    loose = _loose(old, new, pairs)
    pairs |= _identical(old, new, *loose)
    matches = [Match((i,), (j,)) for i, j in pairs.items()]
    spine = [(-1, -1), *_increasing(sorted(pairs.items())), (len(old), len(new))]
    taken_old, taken_new = set(pairs), set(pairs.values())
    for (i, j), (after_i, after_j) in itertools.pairwise(spine):
        gap_old = [at for at in range(i + 1, after_i) if at not in taken_old]
        gap_new = [at for at in range(j + 1, after_j) if at not in taken_new]
        matches += [Match(*group) for group in alike(old, new, gap_old, gap_new, in_place=True)]
    return matches + _elsewhere(old, new, matches)


def _elsewhere(old: Sequence[Passage], new: Sequence[Passage], matches: list[Match]) -> list[Match]:
    """Matches of what has none yet, wherever it stands; then what only one edition has."""
    done_old = {at for match in matches for at in match.old}
    done_new = {at for match in matches for at in match.new}
    rest_old = [at for at in range(len(old)) if at not in done_old]
    rest_new = [at for at in range(len(new)) if at not in done_new]
    groups = alike(old, new, rest_old, rest_new, in_place=False)
    moved = [Match(*group) for group in groups]
    moved_old = {at for match in moved for at in match.old}
    moved_new = {at for match in moved for at in match.new}
    removed = [Match((at,), ()) for at in rest_old if at not in moved_old]
    added = [Match((), (at,)) for at in rest_new if at not in moved_new]
    return [*moved, *removed, *added]


def _in_order(old: Sequence[Passage], new: Sequence[Passage]) -> dict[int, int]:
    """Passages whose words occur once in each edition, by their indexes.

    Those beside them are added while they have the same words, too. Source: B. Cohen's patience
    diff, whose anchors are lines that occur once on either side.
    """
    places_old, places_new = _places(old), _places(new)
    pairs = {
        places[0]: places_new[keys][0]
        for keys, places in places_old.items()
        if len(places) == len(places_new.get(keys, ())) == 1
    }
    taken = set(pairs.values())
    for i, j in list(pairs.items()):
        for step in (1, -1):
            a, b = i + step, j + step
            while (
                0 <= a < len(old)
                and 0 <= b < len(new)
                and a not in pairs
                and b not in taken
                and old[a].keys == new[b].keys
            ):
                pairs[a] = b
                taken.add(b)
                a, b = a + step, b + step
    return pairs


def _loose(
    old: Sequence[Passage], new: Sequence[Passage], pairs: dict[int, int]
) -> tuple[list[int], list[int]]:
    taken = set(pairs.values())
    return (
        [at for at in range(len(old)) if at not in pairs],
        [at for at in range(len(new)) if at not in taken],
    )


def _identical(
    old: Sequence[Passage], new: Sequence[Passage], left: list[int], right: list[int]
) -> dict[int, int]:
    """Pairs of passages with the same words that occur equally often on both sides, in order."""
    places_old = _places(old, left)
    places_new = _places(new, right)
    return {
        i: j
        for keys, places in places_old.items()
        if len(places) == len(places_new.get(keys, ()))
        for i, j in zip(places, places_new[keys], strict=True)
    }


def _places(
    passages: Sequence[Passage], among: Iterable[int] | None = None
) -> dict[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at in range(len(passages)) if among is None else among:
        places[passages[at].keys].append(at)
    return places


def _increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, sorted by their first, whose second increase, too."""
    ends: list[int] = []
    ways: list[int] = []
    before: list[int] = []
    for at, (_, value) in enumerate(pairs):
        place = bisect_left(ends, value)
        before.append(ways[place - 1] if place else -1)
        if place == len(ends):
            ends.append(value)
            ways.append(at)
        else:
            ends[place], ways[place] = value, at
    run: list[tuple[int, int]] = []
    at = ways[-1] if ways else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


def in_order(matches: Sequence[Match]) -> set[Match]:
    """The most matches whose passages stand in the same order in both editions."""
    both = {(match.old[0], match.new[0]): match for match in matches if match.old and match.new}
    return {both[pair] for pair in _increasing(sorted(both))}
