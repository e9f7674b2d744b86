"""The numbers of a text with their units, their comparisons and what they number."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound, bound_of, limit_of
from core.quantities.dates import clocks, dates
from core.quantities.fractions import parts
from core.quantities.measurement_units import PERIODS, Unit, unit_of
from core.quantities.number_words import worded
from core.quantities.numerals import FIGURES, readings, roman
from core.quantities.quantity import Quantity, number_at, with_unit
from core.text.word_tables import word_table
from core.text.words import HYPHENATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.text.language import Language

_LABEL_OF = {word: label for label, words in word_table(__file__).items() for word in words.split()}

_LABEL = re.compile(r"([^\W\d_]+)\s+(?:of\s+|no\.?\s+)?$")
_AGED = re.compile(r"\b(?:aged?|age\s+of)\s+(?:(?:over|under|above|below)\s+)?$", re.IGNORECASE)
"""A number behind it is one of years."""
_ROMAN = re.compile(r"\b[IVX]+\b")

_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")

_LINKING = re.compile(
    r"\s*(?:,|and|or|to|und|oder|bis|auf|nor|as|well|from|versus|vs\.?|gegenüber|compared|with|in"
    r"|-|–|—|/|at|least|the|\s)*\s*",
    re.IGNORECASE,
)


def quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers of a text in their order; those of dates and times of day among them.

    Digits within names (KLT2, HARBOUR-3, 2a) are no numbers.
    """
    found = [*dates(text), *clocks(text, language), *parts(text, language)]
    found += [*_figures(text, language), *worded(text)]
    found = _without_overlap(found)
    found = [_with_label(text, one) for one in found]
    found = _without_overlap([*found, *_romans(text)])
    found = _shared(text, found)
    return _elliptic(text, [_with_bound(text, one) for one in found])


def sure_quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers of a text that are surely some, and no articles."""
    return [number for number in quantities(text, language) if not number.loose]


def labels_in(text: str) -> set[str]:
    """What is numbered by words of a text such as the header of a table: stages, levels."""
    words = (found.group().lower() for found in HYPHENATED.finditer(text))
    return {_LABEL_OF[word] for word in words if word in _LABEL_OF}


def _figures(text: str, language: Language) -> Iterator[Quantity]:
    for found in FIGURES.finditer(text):
        start, end = found.span()
        if re.search(r"(?:[^\W\d_]|[^\W\d_]-|\w_)$", text[max(0, start - 2) : start]):
            continue  # within a name
        values = readings(found.group(), language)
        if re.search(r"(?:minus\s|(?:^|\s)[-−])$", text[max(0, start - 7) : start]):
            values = frozenset(-value for value in values)
        one = number_at(text, found.span(), *values)
        if suffix := _SUFFIX.match(text, end):
            yield replace(one, unit=Unit("ordinal"), end=suffix.end())
            continue
        one = with_unit(text, one)
        glued = one.end == end and re.match(r"[^\W\d_]", text[end : end + 1])
        if values and not glued:
            yield one


def _romans(text: str) -> Iterator[Quantity]:
    """Roman numerals that number something: stage II."""
    label = ""
    last = 0
    for found in _ROMAN.finditer(text):
        word = _LABEL.search(text[max(0, found.start() - 30) : found.start()])
        own = _LABEL_OF.get(word[1].lower(), "") if word else ""
        if not own and not (label and _LINKING.fullmatch(text[last : found.start()])):
            label = ""
            continue
        label, last = own or label, found.end()
        if number := roman(found.group()):
            yield number_at(text, found.span(), number, unit=f"{label} number")


def _with_label(text: str, one: Quantity) -> Quantity:
    if one.unit is not None:
        return one
    if _AGED.search(text[max(0, one.start - 30) : one.start]):
        return replace(one, unit=unit_of("years"))
    before = _LABEL.search(text[max(0, one.start - 30) : one.start])
    label = _LABEL_OF.get(before[1].lower()) if before else None
    return replace(one, unit=Unit(f"{label} number")) if label else one


def _shared(text: str, found: list[Quantity]) -> list[Quantity]:
    """Units go back over a list ("66, 41 and 9 per cent"), labels go on ("levels 3 and 4")."""
    for place in range(len(found) - 2, -1, -1):
        one, after = found[place], found[place + 1]
        if one.unit is None and after.unit and _linked(text, one, after) and _measures(after):
            found[place] = replace(one, unit=after.unit)
    for place in range(1, len(found)):
        before, one = found[place - 1], found[place]
        labelled = before.is_label
        if one.unit is None and labelled and _linked(text, before, one):
            found[place] = replace(one, unit=before.unit)
    return found


def _elliptic(text: str, found: list[Quantity]) -> list[Quantity]:
    """Units left out at the end of a clause: "within ten minutes, if urgent within three"."""
    solid = [place for place, one in enumerate(found) if not one.loose]
    for last, place in itertools.pairwise(solid):
        before, one = found[last], found[place]
        ends = re.match(r"\s*(?:[.,;)]|$)", text[one.end :]) is not None
        alike = one.bound is before.bound is not Bound.NONE
        if one.unit is None and before.unit and alike and ends and _measures(before):
            found[place] = replace(one, unit=before.unit)
    return found


def _measures(one: Quantity) -> bool:
    return not one.dimension.endswith((" number", "of day", "date", "ordinal"))


def _linked(text: str, one: Quantity, after: Quantity) -> bool:
    between = text[one.end : after.start]
    return not one.loose and not after.loose and bool(_LINKING.fullmatch(between))


def _with_bound(text: str, one: Quantity) -> Quantity:
    if one.dimension in {"date", "time of day"}:
        return replace(one, bound=limit_of(text, one.start))
    if not _measures(one) and not one.is_label:
        return one
    of_time = one.dimension in PERIODS
    return replace(one, bound=bound_of(text, one.start, one.end, of_time=of_time))


def _without_overlap(found: Sequence[Quantity]) -> list[Quantity]:
    """In order; of two that overlap the date, the one with a unit, then the longer one."""
    kept: list[Quantity] = []
    rank = {one: (not one.dates, one.unit is None, one.start - one.end) for one in found}
    for one in sorted(found, key=lambda q: (*rank[q], q.start)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda q: q.start)
