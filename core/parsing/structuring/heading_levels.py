"""Levels of headings from their looks, their numbers and the order they come in.

Larger type stands higher. What is set in one size is told apart by weight, capitals, slant and
colour, as far as the headings that follow each other without text between them say which of two
looks holds the other. Numbers that enclose each other have the last word.

Source: TopoChunker, section 3.1 (numbering patterns and font sizes mapped to levels).
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.back_matter import holding_no_chapters, with_back_matter
from core.parsing.structuring.heading_hints import is_letter
from core.parsing.structuring.markers import Numbering
from core.parsing.structuring.numbered_levels import below_their_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.headings import Heading
    from core.parsing.structuring.outline import Outline
    from core.parsing.structuring.text_style import Style

DEEPEST = 9
"""Levels below this one are not told apart."""

CLEAR = 4
"""How many times as often one look must stand above another as the other way round."""

FEWEST = 2
"""Headings in capitals that make capitals a look of their own, not chance."""

ALIKE = 0.95
"""Share of a larger font size from which a reader takes two sizes for one."""

MINOR = ("worded 3", "worded 4", "worded 5")
"""Patterns of numbers that run on through a document and may stand below plain headings."""


class Look(NamedTuple):
    """What headings of one level have in common; pattern and depth are those of their number."""

    style: Style
    pattern: str
    depth: int


Succession = Counter[tuple[Look, Look]]
"""How often a heading of one look stands right above one of another."""


def assign_levels(headings: Sequence[Heading], outline: Outline) -> list[int]:
    """A level for each heading, 1 the highest: the outline's, else by look and numbering.

    Those that are known by their names alone stand beside the chapters, whatever they look like,
    and so does what comes behind the last chapter. Letters that part an index stand below all.
    """
    titles = [heading for heading in headings if not is_letter(heading)]
    ranked = [heading for heading in titles if heading.entry is not None or not heading.by_name]
    levels = dict(zip(map(id, ranked), _ranked_levels(ranked, outline), strict=True))
    numbered = [levels[id(heading)] for heading in ranked if heading.number]
    chapter = min(numbered or levels.values(), default=1)
    every = holding_no_chapters(titles, [levels.get(id(title), chapter) for title in titles])
    dense = dict(zip(map(id, titles), _dense(with_back_matter(titles, every)), strict=True))
    lowest = max(dense.values(), default=0) + 1
    return [min(dense.get(id(heading), lowest), DEEPEST) for heading in headings]


def _ranked_levels(headings: Sequence[Heading], outline: Outline) -> list[int]:
    """Levels by look, numbering and outline."""
    looks = _looks(headings)
    successions = zip(itertools.pairwise(looks), headings[1:], strict=False)
    order = Counter(pair for pair, below in successions if below.stacked and pair[0] != pair[1])
    ranks = _ranks(looks, order)
    levels = _within_forms(headings, [ranks[look] for look in looks])
    return below_their_numbers(headings, _by_outline(headings, looks, levels, outline))


def _looks(headings: Sequence[Heading]) -> list[Look]:
    """The look of each heading; capitals that only few share are taken for chance."""
    sizes = _sizes({heading.style.size for heading in headings})
    looks = [
        Look(
            heading.style._replace(size=sizes[heading.style.size]),
            *(heading.number.kind if heading.number else ("", 0)),
        )
        for heading in headings
    ]
    shared = Counter(looks)
    return [
        look if shared[look] >= FEWEST else look._replace(style=look.style._replace(capitals=False))
        for look in looks
    ]


def _sizes(sizes: set[float]) -> dict[float, float]:
    """The size that each size is taken for."""
    taken: dict[float, float] = {}
    largest = inf
    for size in sorted(sizes, reverse=True):
        largest = largest if size >= ALIKE * largest else size
        taken[size] = largest
    return taken


def _holds(order: Succession, upper: Look, lower: Look) -> bool:
    """Whether headings of look `lower` stand below those of look `upper`."""
    if upper.pattern and lower.pattern:
        return _encloses(upper, lower)
    seen, against = order[upper, lower], order[lower, upper]
    if seen >= 2 and seen >= CLEAR * against:
        return True
    stronger = upper.style.bold > lower.style.bold or upper.style.capitals > lower.style.capitals
    plain = not upper.pattern and lower.pattern in ("", *MINOR)
    return stronger and plain and against < max(2, CLEAR * seen)


def _ranks(looks: Sequence[Look], order: Succession) -> dict[Look, int]:
    """The level of each look: sizes from the largest, in each what holds what."""
    ranks: dict[Look, int] = {}
    lowest = 0
    first = list(dict.fromkeys(looks))
    for size in sorted({look.style.size for look in first}, reverse=True):
        placed: dict[Look, int] = {}
        for look in _outermost_first([look for look in first if look.style.size == size]):
            above = [placed[other] for other in placed if _holds(order, other, look)]
            placed[look] = max(above, default=lowest) + 1
        ranks |= placed
        lowest = max(placed.values())
    _align_worded(ranks, Counter(looks))
    return ranks


def _outermost_first(looks: Sequence[Look]) -> list[Look]:
    """Looks in the order they first appear in, a numbered one before those it encloses."""
    place = {look: index for index, look in enumerate(looks)}

    def earliest(look: Look) -> tuple[int, tuple[float, int]]:
        below = [place[other] for other in looks if _encloses(look, other)]
        return min([place[look], *below]), _rank(look)

    return sorted(looks, key=earliest)


def _encloses(upper: Look, lower: Look) -> bool:
    """Whether both looks are numbered, and the numbers of `upper` stand above those of `lower`."""
    if not (upper.pattern and lower.pattern):
        return False
    return _rank(upper) < _rank(lower)


def _rank(look: Look) -> tuple[float, int]:
    return Numbering(look.pattern, look.depth, "").rank


def _align_worded(ranks: dict[Look, int], shared: Counter[Look]) -> None:
    """Puts all chapters on the level that most have, and so with other words."""
    for pattern in {look.pattern for look in ranks if look.pattern.startswith("worded")}:
        same = [look for look in ranks if look.pattern == pattern]
        level = ranks[max(same, key=lambda look: shared[look])]
        ranks.update(dict.fromkeys(same, level))


def _within_forms(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Levels with headings between "Note 2" and "Note 3", or "2、" and "3、", kept below the first.

    Where nothing stands between the last of them and "Note 3", it is the title of the notes below.
    Numbers in a form that came before this one hold it, and may be between two that run on.
    """
    within = list(levels)
    forms = [_form(heading) for heading in headings]
    outer: set[str] = set()
    for form in dict.fromkeys(filter(None, forms)):
        numbered = [index for index, other in enumerate(forms) if other == form]
        for upper, lower in itertools.pairwise(numbered):
            between = range(upper + 1, lower)
            open_still = all(levels[index] >= levels[upper] for index in between)
            open_still &= not headings[lower].stacked and outer.isdisjoint(forms[upper:lower])
            if open_still and _is_next(headings[upper].number, headings[lower].number):
                beside = any(levels[index] == levels[upper] for index in between)
                for index in between:
                    within[index] += beside
        outer.add(form)
    return within


def _form(heading: Heading) -> str:
    """How the number of a heading is written, where it has but one part."""
    number = heading.number
    return number.form if number and number.pattern.startswith(("worded", "enumerated")) else ""


def _is_next(upper: Numbering | None, lower: Numbering | None) -> bool:
    """Whether the second number is right behind the first."""
    if upper is None or lower is None or not (upper.number + lower.number).isdecimal():
        return False
    return int(lower.number) - int(upper.number) == 1


def _by_outline(
    headings: Sequence[Heading], looks: Sequence[Look], levels: list[int], outline: Outline
) -> list[int]:
    """Levels with those of the outline where it lists a heading, or most others of its look.

    Looks that stand above all that are listed stay above them. Every other heading belongs to
    the listed one before it, and stands below it as its own level says; before the first one, as
    the title of a document that looks like its chapters, it stands beside or below the highest.
    """
    listed = outline.levels({heading.entry for heading in headings if heading.entry is not None})
    known = [None if h.entry is None else listed[h.entry] for h in headings]
    ranks = {level for level, own in zip(levels, known, strict=True) if own is not None}
    if not ranks or (len(set(listed.values())) == 1 and len(ranks) > 1):
        return levels
    shared = _listed_looks(looks, known)
    others = {level for look, level in zip(looks, levels, strict=True) if look not in shared}
    highest = min(ranks)
    above = sorted(level for level in others if level < highest)
    deepest = len(above) + max(listed.values())
    placed = {level: rank for rank, level in enumerate(above, start=1)}
    placed |= {
        level: rank for rank, level in enumerate(sorted(others - set(above)), start=deepest + 1)
    }
    outlined: list[int] = []
    is_first = True
    for look, level, own in zip(looks, levels, known, strict=True):
        is_first &= own is None
        if own is not None and look in shared:
            shared[look] = own  # the next one of this look stands beside it
        own = shared.get(look) if own is None else own
        if own is None and is_first and level >= highest:
            own = level - highest + 1
        outlined.append(placed[level] if own is None else own + len(above))
    return outlined


def _listed_looks(looks: Sequence[Look], known: Sequence[int | None]) -> dict[Look, int]:
    """The looks of which an outline lists at least every second heading, with their first level."""
    listed: defaultdict[Look, list[int]] = defaultdict(list)
    for look, level in zip(looks, known, strict=True):
        if level is not None:
            listed[look].append(level)
    total = Counter(looks)
    return {look: own[0] for look, own in listed.items() if 2 * len(own) >= total[look]}


def _dense(levels: Sequence[int]) -> list[int]:
    """Levels as few as they can be with each heading still below the same one."""
    below: dict[int, set[int]] = {level: set() for level in sorted(levels)}
    stack: list[int] = []
    for level in levels:
        while stack and stack[-1] >= level:
            stack.pop()
        below[level].update(stack[-1:])
        stack.append(level)
    dense: dict[int, int] = {}
    last = 1
    for level, above in below.items():
        last = max([last, *(dense[other] + 1 for other in above)])
        dense[level] = last
    return [dense[level] for level in levels]
