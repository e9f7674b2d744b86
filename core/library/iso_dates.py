"""Days, months and years of ISO 8601, as people type them and files state them."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def check_date(text: str) -> str:
    """The text itself: a day, month or year of ISO 8601, such as 2021-03, or nothing.

    Raises:
        ValueError: it is none.
    """
    if text and days_of(text) is None:
        raise ValueError("is no date. Write it as 2021, 2021-03 or 2021-03-09")
    return text


def days_of(text: str) -> tuple[date, date] | None:
    """The first and the last day that a date may mean; None if it is none."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    last = first if day else date(year, month or 12, monthrange(year, month or 12)[1])
    return first, last


def is_future(text: str, today: date) -> bool:
    """Whether all days that a date may mean are yet to come."""
    days = days_of(text)
    return days is not None and days[0] > today
