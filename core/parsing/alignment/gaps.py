"""What stands on the page where a text has words that are not there: other spellings, formulas."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import Indel

from core.parsing.alignment.matching import NOWHERE
from core.parsing.alignment.tokens import COMPARISONS, MINUS, PERHAPS
from core.sir import SIGNS_OF_NUMBERS, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.parsing.alignment.latex import Formula
    from core.parsing.alignment.matching import Found, Reach
    from core.parsing.alignment.page_tokens import PageToken, PageTokens
    from core.parsing.alignment.tokens import Token

_ALIKE = 0.7
"""Least share of characters in common of two spellings of one word."""
_FAR = 3
"""How many times as many tokens as the text has may stand in the gap of the page."""
_LONE = 2
"""Tokens without a place on either side that one between them cannot belong to."""
_THOUSANDS = re.compile(r"\d{3}(?:[.,]\d+)*")


class Place(NamedTuple):
    """The first and last page token of a token of a text, and how well that is known.

    Both are `NOWHERE` where it has none.
    """

    first: int
    last: int
    location: Location = Location.EXACT

    @property
    def is_known(self) -> bool:
        """Whether it stands anywhere."""
        return self.last != NOWHERE


_NO_PLACE = Place(NOWHERE, NOWHERE)


def places(
    text: Sequence[Token],
    way: Sequence[Found],
    page: PageTokens,
    reach: Reach,
    formulas: Sequence[Formula],
) -> list[Place]:
    """The places of tokens, after gaps between them were compared with those of the page.

    What LaTeX says of a formula may stand only near the place that is found for it; numbers of a
    plain one are compared as those of any text.
    """
    found = _without_lone([Place(*span) for span in way])
    for start, end in [*unplaced_runs(found)]:
        gap = _page_gap(found, start, end, page, reach)
        if not gap:
            continue
        run = text[start:end]
        in_formula = [_holder(token, formulas) for token in run]
        divided = _divided(run, gap, page)
        if divided and (any(in_formula) or _same_numbers(run, divided, page)):
            found[start:end] = _by_characters(run, divided, page)
            continue
        if _same_words(run, gap, page):
            location = Location.ALIGNED
        elif all(in_formula) and not any(map(_is_checked, run, in_formula)):
            location = Location.APPROXIMATE
        else:
            continue
        found[start:end] = [Place(at, at, location) for at in _spread(run, gap)]
    for formula in formulas:
        _fill_formula(text, found, formula)
    return [
        _NO_PLACE if signs_differ(token, place, page) else place
        for token, place in zip(text, found, strict=True)
    ]


def signs_differ(token: Token, place: Place, page: PageTokens) -> bool:
    """Whether a number stands on the page with another sign, or compared otherwise."""
    if not token.is_number or not place.is_known:
        return False
    there = page.tokens[place.first]
    signs = {token.sign, there.sign}
    compared = page.strict[place.first] and len(signs) == 2 and PERHAPS not in signs
    return there.text == token.text and (
        signs == {MINUS, ""} or bool(compared and signs & COMPARISONS)
    )


def _holder(token: Token, formulas: Sequence[Formula]) -> Formula | None:
    """The formula that a token belongs to."""
    holders = (each for each in formulas if each.start <= token.start and token.end <= each.end)
    return next(holders, None)


def _is_checked(token: Token, formula: Formula | None) -> bool:
    """Whether a token must stand on the page as it is written."""
    return formula is None or (formula.is_plain and token.is_exact)


def _fill_formula(text: Sequence[Token], found: list[Place], formula: Formula) -> None:
    """Lets what LaTeX says of a formula stand where the nearest of its signs stands."""
    inside = [at for at, token in enumerate(text) if _holder(token, [formula])]
    known = [at for at in inside if found[at].is_known]
    for at in inside:
        if known and not found[at].is_known and not _is_checked(text[at], formula):
            nearest = min(known, key=lambda other: abs(other - at))
            found[at] = found[nearest]._replace(location=Location.APPROXIMATE)


def _without_lone(found: Sequence[Place]) -> list[Place]:
    """Places, but for tokens that found one by themselves amid others that found none."""
    kept = list(found)
    for at, place in enumerate(found):
        around = [*found[max(at - _LONE, 0) : at], *found[at + 1 : at + 1 + _LONE]]
        if place.is_known and len(around) == 2 * _LONE and not any(p.is_known for p in around):
            kept[at] = _NO_PLACE
    return kept


def unplaced_runs(found: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Half-open ranges of neighbours that stand nowhere."""
    start = None
    for at, place in enumerate([*found, Place(0, 0)]):
        if not place.is_known and start is None:
            start = at
        elif place.is_known and start is not None:
            yield start, at
            start = None


def _page_gap(
    found: Sequence[Place], start: int, end: int, page: PageTokens, reach: Reach
) -> list[int]:
    """Tokens of the page between the neighbours of a run, that nothing has taken."""
    low = found[start - 1].last + 1 if start else None
    high = found[end].first if end < len(found) else None
    if low is None and high is None:
        inside = range(reach.low, reach.high) if reach.inside is not None else range(0)
    elif low is None:
        inside = range(max((high or 0) - _FAR * (end - start) - 2, reach.low), high or 0)
    elif high is None:
        inside = range(low, min(low + _FAR * (end - start) + 2, reach.high))
    else:
        inside = range(low, high)
    if reach.inside is not None and (low is None or high is None):
        inside = [at for at in inside if reach.inside[at - reach.low]]
    known = (place for place in found if place.is_known)
    taken = {at for place in known for at in page.covered(place.first, place.last)}
    free = [at for at in inside if not page.used[at] and at not in taken]
    return free if len(free) <= _FAR * (end - start) + 2 else []


def _divided(run: Sequence[Token], gap: Sequence[int], page: PageTokens) -> list[int]:
    """Tokens of a gap that have the characters of a run, divided otherwise into words."""
    mine = "".join(token.text for token in run)
    texts = [page.tokens[at].text for at in gap]
    edges = [0, *accumulate(map(len, texts))]
    begin = "".join(texts).find(mine)
    if begin not in edges or begin + len(mine) not in edges:
        return []
    return list(gap[edges.index(begin) : edges.index(begin + len(mine))])


def _by_characters(run: Sequence[Token], gap: Sequence[int], page: PageTokens) -> list[Place]:
    """For each token of a run those of the gap that hold its characters."""
    owners = [at for at in gap for _ in page.tokens[at].text]
    edges = [0, *accumulate(len(token.text) for token in run)]
    return [Place(owners[start], owners[end - 1]) for start, end in pairwise(edges)]


def _same_words(run: Sequence[Token], gap: Sequence[int], page: PageTokens) -> bool:
    """Whether two runs are spellings of the same words, with the same numbers in them."""
    mine = "".join(token.text for token in run)
    theirs = "".join(page.tokens[at].text for at in gap)
    alike = Indel.normalized_similarity(mine, theirs) >= _ALIKE
    return alike and (not page.strict[list(gap)].all() or _same_numbers(run, gap, page))


def _same_numbers(run: Sequence[Token], gap: Sequence[int], page: PageTokens) -> bool:
    """Whether two runs hold the same numbers, and signs of numbers, in the same order."""
    theirs = [page.tokens[at] for at in gap]
    signs = [[t.text for t in each if t.text in SIGNS_OF_NUMBERS] for each in (run, theirs)]
    return signs[0] == signs[1] and _numbers(run) == _numbers(theirs)


def _numbers(tokens: Sequence[Token | PageToken]) -> list[str]:
    """The numbers among tokens; thousands that a space sets apart belong to the one before."""
    numbers: list[str] = []
    before = False
    for token in tokens:
        is_number = token.text[0].isdecimal()
        if is_number and before and _THOUSANDS.fullmatch(token.text):
            numbers[-1] += token.text
        elif is_number:
            numbers.append(token.text)
        before = is_number
    return numbers


def _spread(run: Sequence[Token], gap: Sequence[int]) -> list[int]:
    """For each token of a run one of the gap, in order and evenly."""
    return [gap[min(at * len(gap) // len(run), len(gap) - 1)] for at in range(len(run))]
