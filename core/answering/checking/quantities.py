"""The numbers of a text with their units, their comparisons and what they number."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.answering.checking.bounds import Bound, bound_of
from core.answering.checking.numerals import (
    ARTICLES,
    CARDINALS,
    FIGURES,
    FRACTIONS,
    MONTHS,
    TIMES,
    ordinal,
    readings,
    roman,
)
from core.answering.checking.units import PERIODS, PHRASES, Unit, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.indexing.bm25 import Language


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `start:end` of a text, its unit included.

    `values` are the numbers that it may stand for. `loose` ones may be no numbers at all, such
    as an article.
    """

    values: frozenset[Fraction]
    unit: Unit | None
    bound: Bound
    text: str
    start: int
    end: int
    loose: bool = False

    @property
    def scaled(self) -> frozenset[Fraction]:
        """The values in the base unit of the dimension."""
        factor = self.unit.factor if self.unit else Fraction(1)
        return frozenset(value * factor for value in self.values)

    @property
    def dimension(self) -> str:
        """What is measured or numbered; empty for a bare number."""
        return self.unit.dimension if self.unit else ""


_LABELS = {
    "level": "level levels stufe stufen",
    "stage": "stage stages stadium stadien",
    "grade": "grade grades grad grades empfehlungsgrad",
    "article": "article articles artikel",
    "chapter": "chapter chapters kapitel",
    "section": "section sections abschnitt abschnitte",
    "clause": "clause clauses absatz",
    "table": "table tables tabelle tabellen",
    "figure": "figure figures abbildung abbildungen",
    "phase": "phase phases phasen",
    "type": "type types typ typen",
    "recommendation": "recommendation recommendations empfehlung empfehlungen",
    "version": "version versions versionen",
    "theatre": "theatre theatres",
    "extension": "extension durchwahl",
}
_LABEL_OF = {word: label for label, words in _LABELS.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CLOCK = re.compile(r"(?<![\w:])([0-2]?[0-9]):([0-5][0-9])(?![\w:])")
_LABEL = re.compile(r"([^\W\d_]+)\s+(?:of\s+|no\.?\s+)?$")
_ROMAN = re.compile(r"\b[IVX]+\b")
_ONE_IS_NONE = frozenset("of must should can may another is has who whose".split())
_NOT_ONE = frozenset("no any every each some this that which the".split())
_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b")
_PHRASE = "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES)
_UNIT = re.compile(rf"\s?-?\s?(?:({_PHRASE})\b|(%|°C?|[^\W\d_]+[²³23]?(?![\w])))", re.IGNORECASE)
_BELOW = r"(m\s?[²³23]|[^\W\d_]+[²³23]?)(?!\w)"
"""What a unit is by; the raised two of "mg/m²" is often parted from it in a PDF."""
_PER = re.compile(rf"\s?/\s?{_BELOW}|\s(?:per|pro|je)\s{_BELOW}")
_LONGEST_NUMBER = 8
"""Words of a number in words."""
_LONG_PERIOD = Fraction(86400)
_PARTS = {"thirds": 3, "third": 3, "drittel": 3, "quarters": 4, "quarter": 4, "viertel": 4}
_LINKING = re.compile(
    r"\s*(?:,|and|or|to|und|oder|bis|auf|nor|as|well|from|versus|vs\.?|gegenüber|compared|with|in"
    r"|-|–|—|/|at|least|the|\s)*\s*",
    re.IGNORECASE,
)


def quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers of a text in their order; those of dates and times of day among them.

    Digits within names (KLT2, HARBOUR-3, 2a) are no numbers.
    """
    found = [*_clocks(text), *_figures(text, language), *_words(text), *_months(text)]
    found = _without_overlap(found)
    found = [_with_label(text, one) for one in found]
    found = _without_overlap([*found, *_romans(text)])
    found = _shared(text, found)
    return _elliptic(text, [_with_bound(text, one) for one in found])


def labels_in(text: str) -> set[str]:
    """What is numbered by words of a text such as the header of a table: stages, levels."""
    words = (found.group().lower() for found in _WORD.finditer(text))
    return {_LABEL_OF[word] for word in words if word in _LABEL_OF}


def _plain(text: str, start: int, end: int, values: frozenset[Fraction], loose: bool) -> Quantity:
    return Quantity(values, None, Bound.NONE, text[start:end], start, end, loose)


def _clocks(text: str) -> Iterator[Quantity]:
    for found in _CLOCK.finditer(text):
        minutes = Fraction(60 * int(found[1]) + int(found[2]))
        one = _plain(text, *found.span(), frozenset({minutes}), loose=False)
        yield replace(one, unit=Unit("time of day"))


def _figures(text: str, language: Language) -> Iterator[Quantity]:
    for found in FIGURES.finditer(text):
        start, end = found.span()
        if re.search(r"(?:[^\W\d_]|[^\W\d_]-|\w_)$", text[max(0, start - 2) : start]):
            continue  # within a name
        values = readings(found.group(), language)
        if re.search(r"(?:minus\s|(?:^|\s)[-−])$", text[max(0, start - 7) : start]):
            values = frozenset(-value for value in values)
        one = _plain(text, start, end, values, loose=False)
        if suffix := _SUFFIX.match(text, end):
            yield replace(one, unit=Unit("ordinal"), end=suffix.end())
            continue
        one = _with_unit(text, one)
        glued = one.end == end and re.match(r"[^\W\d_]", text[end : end + 1])
        if values and not glued:
            yield one


def _words(text: str) -> Iterator[Quantity]:
    words = list(_WORD.finditer(text))
    place = 0
    while place < len(words):
        span = _number_words(words, place)
        if span:
            value, count = span
            start, end = words[place].start(), words[place + count - 1].end()
            yield from _worded(text, start, end, value, words, place, count)
            place += count
            continue
        yield from _other_word(text, words, place)
        place += 1


def _worded(
    text: str,
    start: int,
    end: int,
    value: int,
    words: Sequence[re.Match[str]],
    place: int,
    count: int,
) -> Iterator[Quantity]:
    """A number in words; "one" may be a pronoun, "ein" an article."""
    one = _with_unit(text, _plain(text, start, end, frozenset({Fraction(value)}), loose=False))
    word = words[place].group().lower()
    if word in ARTICLES and count == 1:
        after = words[place + 1].group().lower() if place + 1 < len(words) else ""
        before = words[place - 1].group().lower() if place else ""
        pronoun = after in _ONE_IS_NONE or before in _NOT_ONE
        one = replace(one, loose=one.unit is None and (word != "one" or pronoun))
    yield one


def _number_words(words: Sequence[re.Match[str]], place: int) -> tuple[int, int] | None:
    """Value and count of the words from `place` on that make a number."""
    said = [found.group().lower() for found in words[place : place + _LONGEST_NUMBER]]
    total, current, count = 0, 0, 0
    last: int | None = None
    for word, after in zip(said, [*said[1:], ""], strict=True):
        value = CARDINALS.get(word)
        if word == "and" and last in {100, 1000} and after in CARDINALS:
            count += 1
            continue
        if value is None or not _goes_on(last, value):
            break
        if value in {100, 1000} and last:
            current *= value
        else:
            current += value
        if value == 1000:
            total, current = total + current, 0
        last, count = value, count + 1
    return (total + current, count) if count else None


def _goes_on(last: int | None, value: int) -> bool:
    """Whether a number word may follow another one in the same number."""
    if last is None:
        return True
    if value in {100, 1000}:
        return last < value
    if last in {100, 1000}:
        return value < last
    return last >= 20 and last % 10 == 0 and value < 10


def _other_word(text: str, words: Sequence[re.Match[str]], place: int) -> Iterator[Quantity]:
    """A word that is a number of times, a fraction, an article before a unit, or an ordinal."""
    found = words[place]
    word = found.group().lower()
    times = TIMES.get(word) or (CARDINALS.get(word[:-3]) if word.endswith("mal") else None)
    if times:
        one = _plain(text, *found.span(), frozenset({Fraction(times)}), loose=False)
        yield replace(one, unit=Unit("times"))
    elif word in FRACTIONS:
        yield _plain(text, *found.span(), frozenset({FRACTIONS[word]}), loose=True)
    elif word in ARTICLES:
        one = _with_unit(text, _plain(text, *found.span(), frozenset({Fraction(1)}), loose=True))
        yield one
    elif number := ordinal(word):
        before = words[place - 1].group().lower() if place else ""
        is_part = word in _PARTS and before in {"a", "one"}
        value = Fraction(1, _PARTS[word]) if is_part else Fraction(number)
        one = _plain(text, *found.span(), frozenset({value}), loose=is_part)
        yield one if is_part else replace(one, unit=Unit("ordinal"))


def _months(text: str) -> Iterator[Quantity]:
    for found in _WORD.finditer(text):
        number = MONTHS.get(found.group().lower())
        if number and found.group()[0].isupper() and _in_date(text, found):
            one = _plain(text, *found.span(), frozenset({Fraction(number)}), loose=False)
            yield replace(one, unit=Unit("month of the year"))


def _in_date(text: str, found: re.Match[str]) -> bool:
    """Whether "May" or "March" is the name of a month here."""
    if found.group() not in {"May", "March"}:
        return True
    before, after = text[: found.start()], text[found.end() :]
    return bool(re.search(r"(?:\d|\bof|\bin|\bsince|\buntil)\W*$", before)) or bool(
        re.match(r"\W*\d", after)
    )


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
            one = _plain(text, *found.span(), frozenset({Fraction(number)}), loose=False)
            yield replace(one, unit=Unit(f"{label} number"))


def _with_unit(text: str, one: Quantity) -> Quantity:
    """The number with the unit that follows it, as far as one does."""
    found = _UNIT.match(text, one.end)
    name = (found[1] or found[2]) if found else ""
    if found and name.lower() in _PARTS and len(one.values) == 1:
        part = Fraction(1, _PARTS[name.lower()])
        values = frozenset(value * part for value in one.values)
        return replace(one, values=values, end=found.end(), text=text[one.start : found.end()])
    unit = unit_of(name) if name else None
    if found is None or unit is None or name in {"a", "d"} or name == "s":
        return one
    end = found.end()
    if per := _PER.match(text, end):
        below = unit_of("".join((per[1] or per[2]).split()))
        if below and not (below.dimension in PERIODS and _is_long(below)):
            unit, end = unit.by(below), per.end()
    return replace(one, unit=unit, end=end, text=text[one.start : end])


def _is_long(unit: Unit) -> bool:
    """Whether a unit of time is a day or more: "per day" says how often, "per minute" how fast."""
    return unit.dimension != "second" or unit.factor >= _LONG_PERIOD


def _with_label(text: str, one: Quantity) -> Quantity:
    if one.unit is not None:
        return one
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
        labelled = before.unit is not None and before.dimension.endswith(" number")
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
    return not one.dimension.endswith((" number", "of day", "of the year", "ordinal"))


def _linked(text: str, one: Quantity, after: Quantity) -> bool:
    between = text[one.end : after.start]
    return not one.loose and not after.loose and bool(_LINKING.fullmatch(between))


def _with_bound(text: str, one: Quantity) -> Quantity:
    if not _measures(one) and not one.dimension.endswith(" number"):
        return one
    of_time = one.dimension in PERIODS
    return replace(one, bound=bound_of(text, one.start, one.end, of_time=of_time))


def _without_overlap(found: Sequence[Quantity]) -> list[Quantity]:
    """In order; of two that overlap the one with a unit, then the longer one."""
    kept: list[Quantity] = []
    for one in sorted(found, key=lambda q: (q.unit is None, -(q.end - q.start), q.start)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda q: q.start)
