"""Whether the numbers of a claim, with their units and comparisons, are those of the lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.extraction import labels_in, quantities, sure_quantities
from core.quantities.magnitudes import magnitudes_in
from core.quantities.measurement_units import unit_of
from core.quantities.quantity import same_date, same_number
from core.verification.periods import as_often, wrong_periods
from core.verification.roles import other_role, other_things, turned_parts
from core.verification.series import out_of_order
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.quantities.quantity import Quantity
    from core.text.language import Language
    from core.verification.source import Source

_AGE = re.compile(r"\b(?:aged?|older|younger|alter|lebensjahr|ab dem)\b", re.IGNORECASE)
_ORDER = re.compile(r"\b(?:from|von)\s+(.{1,30}?)\s+(?:to|auf)\s+(.{1,30})", re.IGNORECASE)


def check_numbers(claim: str, language: Language, source: Source) -> Finding:
    """Compares each number of the claim; one that stands nowhere, or otherwise, is against it."""
    asked = sure_quantities(claim, language)
    cited = [_below(number, source) for number in quantities(source.cited, source.language)]
    in_sentences = quantities(source.wide, source.language)
    above = quantities(source.above, source.language)
    findings: list[tuple[Weight, str]] = []
    for number in asked:
        findings += _compared(number, claim, cited, in_sentences, above, source)
    findings += _order(claim, language, source)
    findings += out_of_order(claim, language, source)
    findings += wrong_periods(claim, source)
    findings += _roles(claim, asked, source, language)
    if not asked:
        return worst(Check.NUMBERS, findings, "It names no number.")
    named = ", ".join(dict.fromkeys(number.text.strip() for number in asked))
    return worst(Check.NUMBERS, findings, f"Its numbers and units stand in the lines: {named}.")


def _roles(
    claim: str, asked: Sequence[Quantity], source: Source, language: Language
) -> list[tuple[Weight, str]]:
    """What is wrong with how the numbers of the claim stand to each other and to its words."""
    in_sentences = quantities(source.wide, source.language)
    messages = [
        check(claim, asked, source.wide, in_sentences) for check in (turned_parts, other_role)
    ]
    findings = [(Weight.AGAINST, message) for message in messages if message]
    if language is source.language:
        findings += other_things(claim, asked, source.wide, in_sentences, language)
    return findings


def _compared(
    number: Quantity,
    claim: str,
    cited: Sequence[Quantity],
    in_sentences: Sequence[Quantity],
    above: Sequence[Quantity],
    source: Source,
) -> list[tuple[Weight, str]]:
    """What is wrong with one number of the claim; empty if nothing is."""
    if number.dates or (number.calendar and any(other.dates for other in cited)):
        return _dated(number, cited, in_sentences)
    outcomes = [_against(number, other, claim, source) for other in cited if _alike(number, other)]
    if outcomes:
        best = min(outcomes, key=lambda outcome: outcome[0] if outcome else Weight.NOTHING)
        return [best] if best else []
    if number.is_label and _numbered(number, above, source):
        return []
    if any(same_number(number, other) for other in in_sentences):
        message = f"“{number.text}” stands in the same sentence, but on a line that is not cited."
        return [(Weight.DOUBT, message)]
    if number.dimension == "ordinal":
        others = [other.text for other in in_sentences if other.dimension == "ordinal"]
        return [_missing(number, others)] if others else []
    if number.dimension == "times" and number.values == {1}:
        others = [other.text for other in cited if other.dimension == "times"]
        return [_missing(number, others)] if others else []
    if _as_fraction(number, cited) or as_often(number, claim, cited, source):
        return []
    if _in_words(number) and not any(_in_words(other) and _rival(number, other) for other in cited):
        return [(Weight.DOUBT, f"The lines do not say “{number.text}” in these words.")]
    return [_missing(number, [other.text for other in cited if _rival(number, other)])]


def _dated(
    number: Quantity, cited: Sequence[Quantity], in_sentences: Sequence[Quantity]
) -> list[tuple[Weight, str]]:
    """What is wrong with a date, or with a number that may be a year."""
    theirs = [
        (same_date(number.calendar, other.calendar), other) for other in cited if other.calendar
    ]
    same = [other for is_same, other in theirs if is_same]
    if any(number.bound.direction * other.bound.direction >= 0 for other in same):
        return []
    if same:
        return [
            (Weight.AGAINST, f"The claim begins at “{number.text}” what ends then, or the reverse.")
        ]
    if any(is_same is None for is_same, _ in theirs):
        return [(Weight.DOUBT, f"The lines leave open whether “{number.text}” is meant.")]
    if any(same_number(number, other) for other in in_sentences):
        return [(Weight.DOUBT, f"“{number.text}” stands beside the lines that are cited.")]
    return [_missing(number, [other.text for _, other in theirs])]


def _below(number: Quantity, source: Source) -> Quantity:
    """A number of a table with the values that a heading such as "in EUR million" gives it."""
    if number.unit is not None or number.loose:
        return number
    sizes = magnitudes_in(source.above)
    return replace(
        number, values=number.values | {v * size for v in number.values for size in sizes}
    )


def _numbered(number: Quantity, above: Sequence[Quantity], source: Source) -> bool:
    """Whether a heading has the number, or a row has it below the word for what is numbered."""
    if any(same_number(number, other) for other in above):
        return True
    label = number.dimension.removesuffix(" number")
    word = rf"(?<!\w){re.escape(number.text)}(?!\w)"
    return label in labels_in(source.above) and re.search(word, source.cited) is not None


def _alike(number: Quantity, other: Quantity) -> bool:
    """Whether a number of the lines may be the one meant: the same figures or the same amount."""
    if other.loose and (number.values != {1} or number.dimension == "times"):
        return False
    return bool(number.values & other.values) or same_number(number, other)


def _rival(number: Quantity, other: Quantity) -> bool:
    return not other.loose and number.dimension == other.dimension


def _missing(number: Quantity, others: Sequence[str]) -> tuple[Weight, str]:
    message = f"“{number.text}” is not in the lines"
    listed = ", ".join(f"“{text}”" for text in dict.fromkeys(others))
    return Weight.AGAINST, f"{message}; they say {listed}." if listed else f"{message}."


def _against(
    number: Quantity, other: Quantity, claim: str, source: Source
) -> tuple[Weight, str] | None:
    """What is wrong if the number of the claim is that one of the lines; None if nothing is."""
    if number.unit and other.unit and not same_number(number, other):
        return Weight.AGAINST, f"The claim says “{number.text}”, the lines say “{other.text}”."
    if number.unit and not other.unit and not _named(number, source):
        return Weight.AGAINST, f"The lines give “{other.text}” without the unit of “{number.text}”."
    if other.unit and not number.unit and not _unit_is_clear(other, claim):
        return Weight.DOUBT, f"“{number.text}” has no unit; the lines say “{other.text}”."
    return _bounds(number, other)


def _named(number: Quantity, source: Source) -> bool:
    """Whether the header of a table, or a heading, gives the unit of a number."""
    unit = number.text.lstrip("0123456789.,- \u00a0").strip().lower()
    named = rf"(?<!\w){re.escape(unit)}(?!\w)"
    if unit and re.search(named, source.above.lower()):
        return True
    return any(
        unit_of(word) == number.unit for word in re.findall(r"[^\W\d_]+|[%€$£¥]", source.above)
    )


def _unit_is_clear(other: Quantity, claim: str) -> bool:
    """Whether a unit may be left out: years of an age, days of a month, what is numbered."""
    if other.dimension == "month" and _AGE.search(claim):
        return True
    return other.dimension == "ordinal"


def _bounds(number: Quantity, other: Quantity) -> tuple[Weight, str] | None:
    if number.bound is other.bound:
        return None
    claimed, theirs = number.bound, other.bound
    if number.dimension == "time of day" and claimed.direction * theirs.direction >= 0:
        return None  # a span has a beginning and an end, however it is said
    weight = Weight.AGAINST if claimed.direction * theirs.direction < 0 else Weight.DOUBT
    message = f"{claimed.words} {number.text}".strip()
    return (
        weight,
        f"The claim says “{message}”, the lines say “{f'{theirs.words} {other.text}'.strip()}”.",
    )


def _as_fraction(number: Quantity, cited: Sequence[Quantity]) -> bool:
    """Whether the lines say "half" where the claim says 50 per cent, or the other way round."""
    if number.dimension == "percent":
        shares = {value / 100 for value in number.values}
        return any(shares & other.values for other in cited if other.unit is None)
    if number.unit is not None or not _in_words(number):
        return False  # 0.95 is not 95 %, which may be of something else
    hundredths = {value * 100 for value in number.values if value < 1}
    return any(hundredths & other.values for other in cited if other.dimension == "percent")


def _in_words(number: Quantity) -> bool:
    """Whether a share or a multiple is told in words, which figures may say as well."""
    if any(map(str.isdigit, number.text)) or re.search(
        r"once|twice|thrice|mal\b", number.text, re.I
    ):
        return False
    fraction = number.unit is None and any(value.denominator > 1 for value in number.values)
    return fraction or number.dimension == "times"


def _order(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
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
