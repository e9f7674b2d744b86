"""Dates and times of day, in English and German."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.numerals import MONTHS
from core.quantities.quantity import Date, Quantity, number_at
from core.text.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SHORT = "Jan Feb Mar Mär Apr Jun Jul Aug Sep Sept Oct Okt Nov Dec Dez".split()
_NUMBER_OF = MONTHS | {
    short.lower(): next(number for name, number in MONTHS.items() if name.startswith(begin))
    for short in _SHORT
    for begin in [short.lower()[:3]]
}
_LONG = "|".join(name.capitalize() for name in MONTHS)
_ANY = f"{_LONG}|{'|'.join(sorted(_SHORT, key=len, reverse=True))}"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\w])"
_DAY = r"(?<![\w.,/:-])(?P<day>[0-3]?\d)"
_RULES = [
    re.compile(r"(?<![\w-])(?P<year>\d{4})-(?P<month>[01]\d)-(?P<day>[0-3]\d)(?!\w)"),
    re.compile(rf"{_DAY}\.\s?(?P<month>[01]?\d)\.\s?{_YEAR}"),
    re.compile(r"(?<![\w/])(?P<year>(?:19|20)\d\d)/(?P<month>[01]?\d)/(?P<day>[0-3]?\d)(?![\w/])"),
    re.compile(rf"{_DAY}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month>{_ANY})\b\.?(?:,?\s+{_YEAR})?"),
    re.compile(
        rf"\b(?P<month>{_ANY})\b\.?\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\w])(?:,?\s+{_YEAR})?"
    ),
    re.compile(rf"\b(?P<month>{_ANY})\b\.?,?\s+(?:of\s+)?{_YEAR}"),
    re.compile(rf"\b(?P<month>{_LONG})\b"),
]
_SLASHED = re.compile(rf"(?<![\w/])(?P<one>[0-3]?\d)/(?P<other>[0-3]?\d)/{_YEAR}")
_BETWEEN = r"\s*(?:-|–|—|to|and|or|until|till|through|und|oder|bis(?:\s+zum)?)\s*"
_FIRST_DAY = re.compile(rf"{_DAY}(?:st|nd|rd|th|\.)?{_BETWEEN}$")
_LINK = re.compile(rf",?{_BETWEEN}")

_TIME = r"(?<![\w.,:-])(?P<hour>[0-2]?\d)(?:[:.](?P<minute>[0-5]\d))?"
_HALVES = re.compile(rf"{_TIME}\s?(?P<half>[ap])\.?\s?m\b\.?", re.IGNORECASE)
_FIRST_TIME = re.compile(rf"{_TIME}{_BETWEEN}$")
_UHR = re.compile(rf"{_TIME}\s?Uhr\b")
_CLOCK = re.compile(r"(?<![\w:])(?P<hour>[0-2]?\d):(?P<minute>[0-5]\d)(?![\w:])")
_NAMED = re.compile(r"\b(?:noon|midnight|Mitternacht)\b", re.IGNORECASE)
_HALF_DAY = 720


def dates(text: str) -> list[Quantity]:
    """The dates of a text, years alone not among them; a year goes back over "1 to 3 May 2021"."""
    taken: list[Quantity] = []
    for found in [one for rule in [_SLASHED, *_RULES] for one in rule.finditer(text)]:
        for one in _dated(text, found):
            if all(one.end <= other.start or other.end <= one.start for other in taken):
                taken.append(one)
    taken.sort(key=lambda one: one.start)
    for place in range(len(taken) - 2, -1, -1):
        one, after = taken[place], taken[place + 1]
        if _LINK.fullmatch(text, one.end, after.start) and len(one.dates) == len(after.dates) == 1:
            year = one.dates[0].year or after.dates[0].year
            taken[place] = replace(one, dates=(replace(one.dates[0], year=year),))
    return taken


def _dated(text: str, found: re.Match[str]) -> Iterator[Quantity]:
    """The date that was found, and the one whose month it gives: "3 to 5 May"."""
    held = found.groupdict()
    if "one" in held:
        yield from _quantity(text, found.span(), _slashed(found))
        return
    if not held.get("day") and not held.get("year") and not _is_month(text, found):
        return
    month = held["month"]
    number = int(month) if month.isdigit() else _NUMBER_OF[month.lower()]
    day, year = held.get("day"), held.get("year")
    date = Date(int(year) if year else None, number, int(day) if day else None)
    yield from _quantity(text, found.span(), [date])
    before = _FIRST_DAY.search(text[: found.start()]) if day else None
    if before and found.group().startswith(str(day)):
        first = replace(date, day=int(before["day"]))
        yield from _quantity(text, before.span("day"), [first])


def _slashed(found: re.Match[str]) -> list[Date]:
    """Day and month, and the other way round."""
    one, other, year = int(found["one"]), int(found["other"]), int(found["year"])
    readings = [Date(year, other, one), Date(year, one, other)]
    return list(dict.fromkeys(date for date in readings if _exists(date)))


def _exists(date: Date) -> bool:
    month, day = date.month or 1, date.day or 1
    return 1 <= month <= len(MONTHS) and 1 <= day <= 31


def _quantity(text: str, span: tuple[int, int], readings: Sequence[Date]) -> Iterator[Quantity]:
    readings = [date for date in readings if _exists(date)]
    if readings:
        values = [(d.year or 0) * 10000 + (d.month or 0) * 100 + (d.day or 0) for d in readings]
        yield replace(number_at(text, span, *values, unit="date"), dates=tuple(readings))


def _is_month(text: str, found: re.Match[str]) -> bool:
    """Whether "May" or "March" is the name of a month here."""
    if found.group() not in {"May", "March"}:
        return True
    before = text[max(0, found.start() - 8) : found.start()]
    return bool(re.search(r"(?:\d|\bof|\bin|\bsince|\buntil|\bto|\bby)\W*$", before))


def clocks(text: str, language: Language) -> Iterator[Quantity]:
    """Times of day, in minutes since midnight; "8 to 9 pm" gives two of them."""
    for found in _HALVES.finditer(text):
        german = language is Language.GERMAN and found["half"] in "aA"
        if german and "." not in found.group():
            continue  # "am" is a German word
        yield from _of_half(text, found)
    for found in _UHR.finditer(text):
        yield _moment(text, found.span(), _minutes(found))
        if before := _FIRST_TIME.search(text[: found.start()]):
            yield _moment(text, _time_span(before), _minutes(before))
    for found in _CLOCK.finditer(text):
        yield _moment(text, found.span(), _minutes(found))
    for found in _NAMED.finditer(text):
        noon = found.group().lower() == "noon"
        yield _moment(text, found.span(), _HALF_DAY if noon else 0)


def _of_half(text: str, found: re.Match[str]) -> Iterator[Quantity]:
    later = found["half"].lower() == "p"
    minutes = _minutes(found)
    if minutes >= _HALF_DAY + 60:
        return
    end = minutes % _HALF_DAY + later * _HALF_DAY
    yield _moment(text, found.span(), end)
    if before := _FIRST_TIME.search(text[: found.start()]):
        begin = _minutes(before) % _HALF_DAY + later * _HALF_DAY
        earlier = (begin - _HALF_DAY) % (2 * _HALF_DAY)
        yield _moment(text, _time_span(before), begin if begin < end else earlier)


def _minutes(found: re.Match[str]) -> int:
    return 60 * int(found["hour"]) + int(found["minute"] or 0)


def _time_span(found: re.Match[str]) -> tuple[int, int]:
    return found.start("hour"), found.end("minute") if found["minute"] else found.end("hour")


def _moment(text: str, span: tuple[int, int], minutes: int) -> Quantity:
    return number_at(text, span, minutes, unit="time of day")
