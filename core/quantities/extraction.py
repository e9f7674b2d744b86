"""The numbers of a text with their units, their comparisons and what they number."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound, bound_of, limit_of
from core.quantities.dates import clocks, dates
from core.quantities.fractions import parts
from core.quantities.measurement_units import PERIODS, Unit, unit_of
from core.quantities.number_words import worded
from core.quantities.numerals import FIGURES, outline, readings, roman
from core.quantities.quantity import OUTLINE, Quantity, number_at, with_unit
from core.text.word_tables import word_table
from core.text.words import HYPHENATED, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.text.language import Language

_LABEL_OF = {word: label for label, words in word_table(__file__).items() for word in words.split()}

_LABEL = re.compile(r"([^\W\d_]+)\s+(?:of\s+|no\.?\s+)?$")
_AGED = re.compile(
    r"\b(?:age[ds]?|age\s+of)\s+(?:(?:over|under|above|below|between)\s+)?"
    r"(?:\d+\s*(?:-|–|to|and)\s*)?$",
    re.IGNORECASE,
)
"""A number behind it is one of years."""
_ROMAN = re.compile(r"\b[IVX]+\b")

_YEARS = re.compile(r"\b((?:19|20))\d\d[-–/](\d\d)$")
"""Two years, the second without its century: 2018–19."""
_MINUS = re.compile(r"(?:\bminus\s|(?:(?<![^\s(\[])[-−]))$", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")

_LINKING = re.compile(
    r"\s*(?:,|and|or|to|und|oder|bis|auf|nor|as|well|from|versus|vs\.?|gegenüber|compared|with|in"
    r"|-|–|—|/|±|at|least|the|\s)*\s*",
    re.IGNORECASE,
)


def quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers of a text in their order; those of dates and times of day among them.

    Digits within names (KLT2, HARBOUR-3, 2a) are no numbers.
    """
    numbers = [*dates(text), *clocks(text, language), *parts(text, language)]
    numbers += [*_figures(text, language), *worded(text)]
    numbers = _without_overlap(numbers)
    numbers = [_with_label(text, number) for number in numbers]
    numbers = _without_overlap([*numbers, *_romans(text)])
    numbers = _shared(text, numbers)
    return _elliptic(text, [_with_bound(text, number) for number in numbers])


def sure_quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers of a text that are surely some, and no articles."""
    return [number for number in quantities(text, language) if not number.loose]


def labels_in(text: str) -> set[str]:
    """What is numbered by words of a text such as the header of a table: stages, levels."""
    return {_LABEL_OF[word] for word in word_list(text, HYPHENATED) if word in _LABEL_OF}


def _figures(text: str, language: Language) -> Iterator[Quantity]:
    for match in FIGURES.finditer(text):
        start, end = match.span()
        if re.search(r"(?:[^\W\d_]|[^\W\d_]-|\w_)$", text[max(0, start - 2) : start]):
            continue  # within a name
        if number := _outlined(text, match, language):
            yield number
            continue
        values = readings(match.group(), language)
        if years := _YEARS.search(text[max(0, start - 5) : end]):
            values = frozenset([Fraction(years[1] + years[2])])
        if minus := _MINUS.search(text, max(0, start - 7), start):
            values, start = frozenset(-value for value in values), minus.start()
        number = number_at(text, (start, end), *values)
        if suffix := _SUFFIX.match(text, end):
            yield replace(number, unit=Unit("ordinal"), end=suffix.end())
            continue
        number = with_unit(text, number)
        glued = number.end == end and re.match(r"[^\W\d_]", text[end : end + 1])
        if values and not glued:
            yield number


def _outlined(text: str, match: re.Match[str], language: Language) -> Quantity | None:
    """Figures with several points that part no thousands, as the number of a version is."""
    label = None if readings(match.group(), language) else outline(match.group())
    if label is None or re.match(r"[^\W\d_]", text[match.end() : match.end() + 1]):
        return None
    return replace(number_at(text, match.span(), label), unit=OUTLINE)


def _romans(text: str) -> Iterator[Quantity]:
    label = ""
    last = 0
    for match in _ROMAN.finditer(text):
        word = _LABEL.search(text[max(0, match.start() - 30) : match.start()])
        own = _LABEL_OF.get(word[1].lower(), "") if word else ""
        if not own and not (label and _LINKING.fullmatch(text[last : match.start()])):
            label = ""
            continue
        label, last = own or label, match.end()
        if number := roman(match.group()):
            yield number_at(text, match.span(), number, unit=f"{label} number")


def _with_label(text: str, number: Quantity) -> Quantity:
    if number.unit is not None:
        return number
    if _AGED.search(text[max(0, number.start - 30) : number.start]):
        return replace(number, unit=unit_of("years"))
    before = _LABEL.search(text[max(0, number.start - 30) : number.start])
    label = _LABEL_OF.get(before[1].lower()) if before else None
    return replace(number, unit=Unit(f"{label} number")) if label else number


def _shared(text: str, numbers: list[Quantity]) -> list[Quantity]:
    """Units go back over a list ("66, 41 and 9 per cent"), labels go on ("levels 3 and 4")."""
    for place in range(len(numbers) - 2, -1, -1):
        number, after = numbers[place], numbers[place + 1]
        if number.unit is None and after.unit and _linked(text, number, after) and _measures(after):
            numbers[place] = replace(number, unit=after.unit)
    for place in range(1, len(numbers)):
        before, number = numbers[place - 1], numbers[place]
        labelled = before.is_label and before.unit != OUTLINE
        if number.unit is None and labelled and _linked(text, before, number):
            numbers[place] = replace(number, unit=before.unit)
    return numbers


def _elliptic(text: str, numbers: list[Quantity]) -> list[Quantity]:
    """Units left out at the end of a clause: "within ten minutes, if urgent within three"."""
    solid = [place for place, number in enumerate(numbers) if not number.loose]
    for last, place in itertools.pairwise(solid):
        before, number = numbers[last], numbers[place]
        ends = re.match(r"\s*(?:[.,;)]|$)", text[number.end :]) is not None
        alike = number.bound is before.bound is not Bound.NONE
        if number.unit is None and before.unit and alike and ends and _measures(before):
            numbers[place] = replace(number, unit=before.unit)
    return numbers


def _measures(number: Quantity) -> bool:
    return not number.dimension.endswith((" number", "of day", "date", "ordinal"))


def _linked(text: str, number: Quantity, after: Quantity) -> bool:
    between = text[number.end : after.start]
    return not number.loose and not after.loose and bool(_LINKING.fullmatch(between))


def _with_bound(text: str, number: Quantity) -> Quantity:
    if number.dimension in {"date", "time of day"}:
        return replace(number, bound=limit_of(text, number.start))
    if not _measures(number) and not number.is_label:
        return number
    of_time = number.dimension in PERIODS
    return replace(number, bound=bound_of(text, number.start, number.end, of_time=of_time))


def _without_overlap(numbers: Sequence[Quantity]) -> list[Quantity]:
    """In order; of two that overlap the date, the one with a unit, then the longer one."""
    apart: list[Quantity] = []
    rank = {
        number: (not number.dates, number.unit is None, number.start - number.end)
        for number in numbers
    }
    for number in sorted(numbers, key=lambda q: (*rank[q], q.start)):
        place = bisect_right(apart, number.start, key=lambda q: q.start)
        beside = apart[max(0, place - 1) : place + 1]
        if all(number.end <= other.start or other.end <= number.start for other in beside):
            apart.insert(place, number)
    return apart
