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
    for match in [date for rule in [_SLASHED, *_RULES] for date in rule.finditer(text)]:
        for date in _dated(text, match):
            if all(date.end <= other.start or other.end <= date.start for other in taken):
                taken.append(date)
    taken.sort(key=lambda date: date.start)
    for place in range(len(taken) - 2, -1, -1):
        date, after = taken[place], taken[place + 1]
        if (
            _LINK.fullmatch(text, date.end, after.start)
            and len(date.dates) == len(after.dates) == 1
        ):
            year = date.dates[0].year or after.dates[0].year
            taken[place] = replace(date, dates=(replace(date.dates[0], year=year),))
    return taken


def _dated(text: str, match: re.Match[str]) -> Iterator[Quantity]:
    """The date that was found, and the one whose month it gives: "3 to 5 May"."""
    groups = match.groupdict()
    if "one" in groups:
        yield from _quantity(text, match.span(), _slashed(match))
        return
    if not groups.get("day") and not groups.get("year") and not _is_month(text, match):
        return
    month = groups["month"]
    number = int(month) if month.isdigit() else _NUMBER_OF[month.lower()]
    day, year = groups.get("day"), groups.get("year")
    date = Date(int(year) if year else None, number, int(day) if day else None)
    yield from _quantity(text, match.span(), [date])
    before = _FIRST_DAY.search(text[: match.start()]) if day else None
    if before and match.group().startswith(str(day)):
        first = replace(date, day=int(before["day"]))
        yield from _quantity(text, before.span("day"), [first])


def _slashed(match: re.Match[str]) -> list[Date]:
    first, second, year = int(match["one"]), int(match["other"]), int(match["year"])
    readings = [Date(year, second, first), Date(year, first, second)]
    return list(dict.fromkeys(date for date in readings if _exists(date)))


def _exists(date: Date) -> bool:
    month, day = date.month or 1, date.day or 1
    return 1 <= month <= len(MONTHS) and 1 <= day <= 31


def _quantity(text: str, span: tuple[int, int], readings: Sequence[Date]) -> Iterator[Quantity]:
    readings = [date for date in readings if _exists(date)]
    if readings:
        values = [(d.year or 0) * 10000 + (d.month or 0) * 100 + (d.day or 0) for d in readings]
        yield replace(number_at(text, span, *values, unit="date"), dates=tuple(readings))


def _is_month(text: str, match: re.Match[str]) -> bool:
    """Whether "May" or "March" is the name of a month here."""
    if match.group() not in {"May", "March"}:
        return True
    before = text[max(0, match.start() - 8) : match.start()]
    return bool(re.search(r"(?:\d|\bof|\bin|\bsince|\buntil|\bto|\bby)\W*$", before))


def clocks(text: str, language: Language) -> Iterator[Quantity]:
    """Times of day, in minutes since midnight; "8 to 9 pm" gives two of them."""
    for match in _HALVES.finditer(text):
        german = language is Language.GERMAN and match["half"] in "aA"
        if german and "." not in match.group():
            continue  # "am" is a German word
        yield from _of_half(text, match)
    for match in _UHR.finditer(text):
        yield _moment(text, match.span(), _minutes(match))
        if before := _FIRST_TIME.search(text[: match.start()]):
            yield _moment(text, _time_span(before), _minutes(before))
    for match in _CLOCK.finditer(text):
        yield _moment(text, match.span(), _minutes(match))
    for match in _NAMED.finditer(text):
        noon = match.group().lower() == "noon"
        yield _moment(text, match.span(), _HALF_DAY if noon else 0)


def _of_half(text: str, match: re.Match[str]) -> Iterator[Quantity]:
    later = match["half"].lower() == "p"
    minutes = _minutes(match)
    if minutes >= _HALF_DAY + 60:
        return
    end = minutes % _HALF_DAY + later * _HALF_DAY
    yield _moment(text, match.span(), end)
    if before := _FIRST_TIME.search(text[: match.start()]):
        begin = _minutes(before) % _HALF_DAY + later * _HALF_DAY
        earlier = (begin - _HALF_DAY) % (2 * _HALF_DAY)
        yield _moment(text, _time_span(before), begin if begin < end else earlier)


def _minutes(match: re.Match[str]) -> int:
    return 60 * int(match["hour"]) + int(match["minute"] or 0)


def _time_span(match: re.Match[str]) -> tuple[int, int]:
    return match.start("hour"), match.end("minute") if match["minute"] else match.end("hour")


def _moment(text: str, span: tuple[int, int], minutes: int) -> Quantity:
    return number_at(text, span, minutes, unit="time of day")
