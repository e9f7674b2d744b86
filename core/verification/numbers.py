"""Whether the numbers of a claim, with their units and comparisons, are those of the lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.quantities.extraction import labels_in, quantities, sure_quantities
from core.quantities.magnitudes import magnitudes_in
from core.quantities.measurement_units import unit_of
from core.quantities.quantity import OUTLINE, Quantity, is_joined, same_date, same_number
from core.text.word_tables import whole_words, word_table
from core.verification.computed import computed, is_kept, turned_part
from core.verification.negators import is_negated, rule_at
from core.verification.periods import as_often, is_named_span, wrong_periods
from core.verification.series import out_of_order
from core.verification.spreads import is_spread, speaks_of_spread
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.language import Language
    from core.verification.source import Source

    _Said = list[tuple[Weight, str]]

_MONTH = 365.2425 / 12 * 86400
"""Seconds of a month, in the mean."""
_NEARLY = 0.01
_FEW = {1, 2, 3}
"""Numbers whose words may count nothing that matters: "one of the reasons"."""
_AGE = re.compile(r"\b(?:aged?|older|younger|alter|lebensjahr|ab dem)\b", re.IGNORECASE)
_ORDER = re.compile(r"\b(?:from|von)\s+(.{1,30}?)\s+(?:to|auf)\s+(.{1,30})", re.IGNORECASE)
_UNIT = re.compile(r"[^\W\d_]+|[%€$£¥]")
_FALL = whole_words(word_table(__file__)["fall"])
_JOINED = re.compile(r"\w-[^\W\d_]")
"""A number that says of which kind something is: five-year survival."""


@dataclass(frozen=True)
class _Lines:
    text: str
    source: Source
    cited: Sequence[Quantity]
    sentences: Sequence[Quantity]
    above: Sequence[Quantity]

    def rivals(self, number: Quantity) -> list[Quantity]:
        """The numbers of the cited lines that measure the same thing."""
        return [q for q in self.cited if not q.loose and q.dimension == number.dimension]


def check_numbers(claim: str, language: Language, source: Source) -> Finding:
    """Compares each number of the claim; one that stands nowhere, or otherwise, is against it."""
    asked = sure_quantities(claim, language)
    lines = _Lines(
        claim,
        source,
        [_below(number, source) for number in quantities(source.cited, source.language)],
        quantities(source.wide, source.language),
        quantities(source.above, source.language),
    )
    findings: _Said = []
    for number in asked:
        findings += _compared(number, lines)
    findings += _order(claim, language, source)
    findings += out_of_order(claim, language, source)
    findings += wrong_periods(claim, source)
    if turned := turned_part(claim, asked, source.wide, lines.sentences):
        findings.append((Weight.AGAINST, turned))
    if not asked:
        return worst(Check.NUMBERS, findings, "It names no number.")
    named = ", ".join(dict.fromkeys(number.text.strip() for number in asked))
    return worst(Check.NUMBERS, findings, f"Its numbers and units stand in the lines: {named}.")


def _compared(number: Quantity, lines: _Lines) -> _Said:
    """What is wrong with one number of the claim; empty if nothing is."""
    if number.dates or (number.calendar and any(other.dates for other in lines.cited)):
        return _dated(number, lines)
    alike = [other for other in lines.cited if _alike(number, other, lines)]
    alike.sort(key=lambda other: other.dimension != number.dimension)
    outcomes = [_against(number, other, lines) for other in alike]
    if None in outcomes and _is_only_spread(alike, lines):
        return [(Weight.DOUBT, f"“{number.text}” only tells the spread of a value in the lines.")]
    if None in outcomes or _told_otherwise(number, lines):
        return []
    if outcomes:
        told = [outcome for outcome in outcomes if outcome]
        return [min(told, key=lambda outcome: outcome[0])]
    if any(same_number(number, other) for other in lines.sentences):
        message = f"“{number.text}” stands in the same sentence, but on a line that is not cited."
        return [(Weight.DOUBT, message)]
    return _absent(number, lines)


def _is_only_spread(alike: Sequence[Quantity], lines: _Lines) -> bool:
    """Whether the lines have a number only as the spread of a value, which the claim tells not."""
    spread = all(is_spread(lines.source.cited, other) for other in alike)
    return spread and not speaks_of_spread(lines.text)


def _told_otherwise(number: Quantity, lines: _Lines) -> bool:
    return bool(
        (number.is_label and _numbered(number, lines))
        or (_JOINED.search(number.text) and _is_above(number, lines))
        or _as_fraction(number, lines.cited)
        or as_often(number, lines.text, lines.cited, lines.source)
        or is_named_span(number, lines.text, lines.source.cited)
        or _as_fall(number, lines)
    )


def _absent(number: Quantity, lines: _Lines) -> _Said:
    rivals = lines.rivals(number)
    if number.dimension == "ordinal" or (number.dimension == "times" and number.values == {1}):
        return [_missing(number, rivals)] if rivals else []
    if how := computed(number, lines.text, lines.source.cited, lines.cited):
        return [(Weight.DOUBT, f"The lines do not say “{number.text}”, but it may be {how}.")]
    if is_kept(number, lines.cited):
        return [(Weight.DOUBT, f"“{number.text}” is a limit that some numbers of the lines keep.")]
    unheard = number.unit == OUTLINE and not rivals
    if unheard or (_in_words(number) and not any(map(_in_words, rivals))):
        return [(Weight.DOUBT, f"The lines do not say “{number.text}” in these words.")]
    if number.unit is None and number.text.isalpha() and number.values <= _FEW:
        return [(Weight.DOUBT, f"The lines do not count “{number.text}”.")]
    return [_missing(number, rivals)]


def _year_stands(number: Quantity, lines: _Lines) -> bool:
    """Whether the year of a date stands among the sentences of the lines, or above them."""
    years = {date.year for date in number.calendar if date.year}
    theirs = {date.year for other in (*lines.sentences, *lines.above) for date in other.calendar}
    return bool(years & theirs)


def _dated(number: Quantity, lines: _Lines) -> _Said:
    theirs = [
        (same_date(number.calendar, other.calendar), other)
        for other in lines.cited
        if other.calendar
    ]
    same = [other for is_same, other in theirs if is_same]
    if any(number.bound.direction * other.bound.direction >= 0 for other in same):
        return []
    if same:
        message = f"The claim begins at “{number.text}” what ends then, or the reverse."
        return [(Weight.AGAINST, message)]
    if open_ones := [other for is_same, other in theirs if is_same is None]:
        # The year is often said once, beside or above; "03/05" may be either of two days.
        only_year = all(
            len(other.calendar) == 1 and other.calendar[0].year is None for other in open_ones
        )
        weight = Weight.NOTHING if only_year and _year_stands(number, lines) else Weight.DOUBT
        return [(weight, f"The lines leave open whether “{number.text}” is meant.")]
    if any(same_number(number, other) for other in lines.sentences):
        return [(Weight.DOUBT, f"“{number.text}” stands beside the lines that are cited.")]
    return [_missing(number, [other for _, other in theirs])]


def _below(number: Quantity, source: Source) -> Quantity:
    """A number of a table with the values that a heading such as "in EUR million" gives it."""
    if number.unit is not None or number.loose:
        return number
    sizes = magnitudes_in(source.above)
    return replace(
        number, values=number.values | {v * size for v in number.values for size in sizes}
    )


def _is_above(number: Quantity, lines: _Lines) -> bool:
    return any(same_number(number, other) for other in lines.above)


def _numbered(number: Quantity, lines: _Lines) -> bool:
    """Whether a heading has the number, or a row has it below the word for what is numbered."""
    if _is_above(number, lines):
        return True
    label = number.dimension.removesuffix(" number")
    word = rf"(?<!\w){re.escape(number.text)}(?!\w)"
    labelled = label in labels_in(lines.source.above)
    return labelled and re.search(word, lines.source.cited) is not None


def _alike(number: Quantity, other: Quantity, lines: _Lines) -> bool:
    """Whether a number of the lines may be the one meant: the same figures or the same amount.

    The "second line" of a claim is not that of "type 2", the "second stage" is "stage 2", and no
    amount is the number of "three-phase".
    """
    if number.dimension == "ordinal" and other.is_label:
        numbered = labels_in(" ".join(lines.text[number.end :].split()[:1]))
        if other.dimension.removesuffix(" number") not in numbered:
            return False
    if number.unit and is_joined(lines.source.cited, other):
        return False
    if other.loose and (number.values != {1} or number.dimension in ("times", "ordinal")):
        return False
    return bool(number.values & other.values) or _same(number, other)


def _same(number: Quantity, other: Quantity) -> bool:
    """Whether two amounts are the same but for the length of a month: 24 months, 104 weeks."""
    if same_number(number, other):
        return True
    months, rest = sorted((number, other), key=lambda quantity: quantity.dimension)
    if (months.dimension, rest.dimension) != ("month", "second"):
        return False
    lengths = [float(value) * _MONTH for value in months.scaled]
    return any(abs(a - b) < a * _NEARLY for a in lengths for b in rest.scaled)


def _missing(number: Quantity, rivals: Sequence[Quantity]) -> tuple[Weight, str]:
    message = f"“{number.text}” is not in the lines"
    listed = ", ".join(f"“{text}”" for text in dict.fromkeys(rival.text for rival in rivals))
    return Weight.AGAINST, f"{message}; they say {listed}." if listed else f"{message}."


def _against(number: Quantity, other: Quantity, lines: _Lines) -> tuple[Weight, str] | None:
    """What is wrong if the number of the claim is that one of the lines; None if nothing is."""
    number, other = _in_one_sense(number, other, lines)
    counted = number.dimension == "ordinal" and (other.unit is None or other.is_label)
    if counted or number.text == other.text:
        return _bounds(number, other)
    if number.unit and other.unit and not _same(number, other):
        return Weight.AGAINST, f"The claim says “{number.text}”, the lines say “{other.text}”."
    if number.unit and not other.unit and not _named(number, lines.source):
        return Weight.AGAINST, f"The lines give “{other.text}” without the unit of “{number.text}”."
    if other.unit and not number.unit and not _unit_is_clear(other, lines.text):
        return Weight.DOUBT, f"“{number.text}” has no unit; the lines say “{other.text}”."
    return _bounds(number, other)


def _in_one_sense(number: Quantity, other: Quantity, lines: _Lines) -> tuple[Quantity, Quantity]:
    """Both, the bound turned round of the one that alone is within the case of an "unless".

    "If it is 35 or more" is "unless it is below 35", but "not unless" is "if".
    """
    ours, excepted = rule_at(lines.text, number.start)
    theirs, is_other = rule_at(lines.source.cited, other.start)
    if excepted is is_other or is_negated(ours) is not is_negated(theirs):
        return number, other
    if excepted:
        return replace(number, bound=number.bound.reverse), other
    return number, replace(other, bound=other.bound.reverse)


def _named(number: Quantity, source: Source) -> bool:
    """Whether a heading, the header of a table or a word elsewhere gives the unit of a number."""
    unit = number.text.lstrip("0123456789.,-− \u00a0").strip().lower()
    text = f"{source.above}\n{source.wide}"
    if unit and re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text.lower()):
        return True
    return any(unit_of(word) == number.unit for word in _UNIT.findall(text))


def _unit_is_clear(other: Quantity, claim: str) -> bool:
    """Whether a unit may be left out: years of an age, what is numbered, the half of "halved"."""
    if other.dimension == "times":
        return any(value.denominator > 1 for value in other.values)
    return other.dimension == "ordinal" or (other.dimension == "month" and bool(_AGE.search(claim)))


def _bounds(number: Quantity, other: Quantity) -> tuple[Weight, str] | None:
    if number.bound is other.bound:
        return None
    claimed, theirs = number.bound, other.bound
    if number.dimension == "time of day" and claimed.direction * theirs.direction >= 0:
        return None  # a span has a beginning and an end, however it is said
    weight = Weight.AGAINST if claimed.direction * theirs.direction < 0 else Weight.DOUBT
    ours, said = (f"{q.bound.words} {q.text}".strip() for q in (number, other))
    return weight, f"The claim says “{ours}”, the lines say “{said}”."


def _as_fraction(number: Quantity, cited: Sequence[Quantity]) -> bool:
    """Whether the lines say "half" where the claim says 50 per cent, or the other way round."""
    if number.dimension == "percent":
        shares = {value / 100 for value in number.values}
        return any(shares & other.values for other in cited if other.unit is None)
    if number.unit is not None or not _in_words(number):
        return False  # 0.95 is not 95 %, which may be of something else
    hundredths = {value * 100 for value in number.values if value < 1}
    return any(hundredths & other.values for other in cited if other.dimension == "percent")


def _as_fall(number: Quantity, lines: _Lines) -> bool:
    """Whether the claim says in words what the lines give with a minus: "fell by 5 %" for -5 %."""
    turned = {-value for value in number.scaled}
    return (
        not number.bound.direction
        and _FALL.search(lines.text) is not None
        and any(turned & o.scaled and o.dimension == number.dimension for o in lines.cited)
    )


def _in_words(number: Quantity) -> bool:
    """Whether a share or a multiple is told in words, which figures may say as well."""
    if re.search(r"\d|once|twice|thrice|mal\b", number.text, re.IGNORECASE):
        return False
    fraction = number.unit is None and any(value.denominator > 1 for value in number.values)
    return fraction or number.dimension == "times"


def _order(claim: str, language: Language, source: Source) -> _Said:
    """Whether "from A to B" has become "from B to A"."""
    claimed = _changes(claim, language)
    theirs = _changes(source.wide, source.language)
    turned = [(after, before) for before, after in theirs]
    if any(change in turned and change not in theirs for change in claimed):
        return [(Weight.AGAINST, "The claim turns round what changed from what to what.")]
    return []


def _changes(text: str, language: Language) -> list[tuple[frozenset[object], frozenset[object]]]:
    changes: list[tuple[frozenset[object], frozenset[object]]] = []
    for change in _ORDER.finditer(text):
        before, after = quantities(change[1], language), quantities(change[2], language)
        if before and after:
            changes.append((frozenset(before[-1].values), frozenset(after[0].values)))
    return changes
