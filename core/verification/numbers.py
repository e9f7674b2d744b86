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
    cited = [_below(one, source) for one in quantities(source.cited, source.language)]
    near = quantities(source.wide, source.language)
    above = quantities(source.above, source.language)
    found: list[tuple[Weight, str]] = []
    for one in asked:
        found += _compared(one, claim, cited, near, above, source)
    found += _order(claim, language, source)
    found += out_of_order(claim, language, source)
    found += wrong_periods(claim, source)
    found += _roles(claim, asked, source, language)
    if not asked:
        return worst(Check.NUMBERS, found, "It names no number.")
    named = ", ".join(dict.fromkeys(one.text.strip() for one in asked))
    return worst(Check.NUMBERS, found, f"Its numbers and units stand in the lines: {named}.")


def _roles(
    claim: str, asked: Sequence[Quantity], source: Source, language: Language
) -> list[tuple[Weight, str]]:
    """What is wrong with how the numbers of the claim stand to each other and to its words."""
    near = quantities(source.wide, source.language)
    told = [check(claim, asked, source.wide, near) for check in (turned_parts, other_role)]
    found = [(Weight.AGAINST, said) for said in told if said]
    if language is source.language:
        found += other_things(claim, asked, source.wide, near, language)
    return found


def _compared(
    one: Quantity,
    claim: str,
    cited: Sequence[Quantity],
    near: Sequence[Quantity],
    above: Sequence[Quantity],
    source: Source,
) -> list[tuple[Weight, str]]:
    """What is wrong with one number of the claim; empty if nothing is."""
    if one.dates or (one.calendar and any(other.dates for other in cited)):
        return _dated(one, cited, near)
    outcomes = [_against(one, other, claim, source) for other in cited if _alike(one, other)]
    if outcomes:
        best = min(outcomes, key=lambda outcome: outcome[0] if outcome else Weight.NOTHING)
        return [best] if best else []
    if one.is_label and _numbered(one, above, source):
        return []
    if any(same_number(one, other) for other in near):
        said = f"“{one.text}” stands in the same sentence, but on a line that is not cited."
        return [(Weight.DOUBT, said)]
    if one.dimension == "ordinal":
        others = [other.text for other in near if other.dimension == "ordinal"]
        return [_missing(one, others)] if others else []
    if one.dimension == "times" and one.values == {1}:
        others = [other.text for other in cited if other.dimension == "times"]
        return [_missing(one, others)] if others else []
    if _as_fraction(one, cited) or as_often(one, claim, cited, source):
        return []
    if _in_words(one) and not any(_in_words(other) and _rival(one, other) for other in cited):
        return [(Weight.DOUBT, f"The lines do not say “{one.text}” in these words.")]
    return [_missing(one, [other.text for other in cited if _rival(one, other)])]


def _dated(
    one: Quantity, cited: Sequence[Quantity], near: Sequence[Quantity]
) -> list[tuple[Weight, str]]:
    """What is wrong with a date, or with a number that may be a year."""
    held = [(same_date(one.calendar, other.calendar), other) for other in cited if other.calendar]
    same = [other for is_same, other in held if is_same]
    if any(one.bound.direction * other.bound.direction >= 0 for other in same):
        return []
    if same:
        return [
            (Weight.AGAINST, f"The claim begins at “{one.text}” what ends then, or the reverse.")
        ]
    if any(is_same is None for is_same, _ in held):
        return [(Weight.DOUBT, f"The lines leave open whether “{one.text}” is meant.")]
    if any(same_number(one, other) for other in near):
        return [(Weight.DOUBT, f"“{one.text}” stands beside the lines that are cited.")]
    return [_missing(one, [other.text for _, other in held])]


def _below(one: Quantity, source: Source) -> Quantity:
    """A number of a table with the values that a heading such as "in EUR million" gives it."""
    if one.unit is not None or one.loose:
        return one
    sizes = magnitudes_in(source.above)
    return replace(one, values=one.values | {v * size for v in one.values for size in sizes})


def _numbered(one: Quantity, above: Sequence[Quantity], source: Source) -> bool:
    """Whether a heading has the number, or a row has it below the word for what is numbered."""
    if any(same_number(one, other) for other in above):
        return True
    label = one.dimension.removesuffix(" number")
    word = rf"(?<!\w){re.escape(one.text)}(?!\w)"
    return label in labels_in(source.above) and re.search(word, source.cited) is not None


def _alike(one: Quantity, other: Quantity) -> bool:
    """Whether a number of the lines may be the one meant: the same figures or the same amount."""
    if other.loose and (one.values != {1} or one.dimension == "times"):
        return False
    return bool(one.values & other.values) or same_number(one, other)


def _rival(one: Quantity, other: Quantity) -> bool:
    return not other.loose and one.dimension == other.dimension


def _missing(one: Quantity, others: Sequence[str]) -> tuple[Weight, str]:
    said = f"“{one.text}” is not in the lines"
    listed = ", ".join(f"“{text}”" for text in dict.fromkeys(others))
    return Weight.AGAINST, f"{said}; they say {listed}." if listed else f"{said}."


def _against(
    one: Quantity, other: Quantity, claim: str, source: Source
) -> tuple[Weight, str] | None:
    """What is wrong if the number of the claim is that one of the lines; None if nothing is."""
    if one.unit and other.unit and not same_number(one, other):
        return Weight.AGAINST, f"The claim says “{one.text}”, the lines say “{other.text}”."
    if one.unit and not other.unit and not _named(one, source):
        return Weight.AGAINST, f"The lines give “{other.text}” without the unit of “{one.text}”."
    if other.unit and not one.unit and not _unit_is_clear(other, claim):
        return Weight.DOUBT, f"“{one.text}” has no unit; the lines say “{other.text}”."
    return _bounds(one, other)


def _named(one: Quantity, source: Source) -> bool:
    """Whether the header of a table, or a heading, gives the unit of a number."""
    unit = one.text.lstrip("0123456789.,- \u00a0").strip().lower()
    named = rf"(?<!\w){re.escape(unit)}(?!\w)"
    if unit and re.search(named, source.above.lower()):
        return True
    return any(unit_of(word) == one.unit for word in re.findall(r"[^\W\d_]+|[%€$£¥]", source.above))


def _unit_is_clear(other: Quantity, claim: str) -> bool:
    """Whether a unit may be left out: years of an age, days of a month, what is numbered."""
    if other.dimension == "month" and _AGE.search(claim):
        return True
    return other.dimension == "ordinal"


def _bounds(one: Quantity, other: Quantity) -> tuple[Weight, str] | None:
    if one.bound is other.bound:
        return None
    claimed, held = one.bound, other.bound
    if one.dimension == "time of day" and claimed.direction * held.direction >= 0:
        return None  # a span has a beginning and an end, however it is said
    weight = Weight.AGAINST if claimed.direction * held.direction < 0 else Weight.DOUBT
    said = f"{claimed.words} {one.text}".strip()
    return (
        weight,
        f"The claim says “{said}”, the lines say “{f'{held.words} {other.text}'.strip()}”.",
    )


def _as_fraction(one: Quantity, cited: Sequence[Quantity]) -> bool:
    """Whether the lines say "half" where the claim says 50 per cent, or the other way round."""
    if one.dimension == "percent":
        shares = {value / 100 for value in one.values}
        return any(shares & other.values for other in cited if other.unit is None)
    if one.unit is not None or not _in_words(one):
        return False  # 0.95 is not 95 %, which may be of something else
    hundredths = {value * 100 for value in one.values if value < 1}
    return any(hundredths & other.values for other in cited if other.dimension == "percent")


def _in_words(one: Quantity) -> bool:
    """Whether a share or a multiple is told in words, which figures may say as well."""
    if any(map(str.isdigit, one.text)) or re.search(r"once|twice|thrice|mal\b", one.text, re.I):
        return False
    fraction = one.unit is None and any(value.denominator > 1 for value in one.values)
    return fraction or one.dimension == "times"


def _order(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """Whether "from A to B" has become "from B to A"."""
    claimed = _changes(claim, language)
    held = _changes(source.wide, source.language)
    turned = [(after, before) for before, after in held]
    if any(one in turned and one not in held for one in claimed):
        return [(Weight.AGAINST, "The claim turns round what changed from what to what.")]
    return []


def _changes(text: str, language: Language) -> list[tuple[frozenset[object], frozenset[object]]]:
    found: list[tuple[frozenset[object], frozenset[object]]] = []
    for change in _ORDER.finditer(text):
        before, after = quantities(change[1], language), quantities(change[2], language)
        if before and after:
            found.append((frozenset(before[-1].values), frozenset(after[0].values)))
    return found
