"""Numbers of items and headings as letters and Roman numerals."""

from __future__ import annotations

_MOST_ROMAN = 3999
_ROMAN = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        "m cm d cd c xc l xl x ix v iv i".split(),
        strict=True,
    )
)


def numeral(number: int, kind: str) -> str:
    """A number in the numerals of a kind: `a`, `A`, `i`, `I`, else in figures."""
    if kind.lower() == "a" and number > 0:
        letters = _letters(number)
    elif kind.lower() == "i" and 0 < number <= _MOST_ROMAN:
        letters = _roman(number)
    else:
        return str(number)
    return letters.upper() if kind.isupper() else letters


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, at = divmod(number - 1, 26)
        letters = chr(ord("a") + at) + letters
    return letters


def _roman(number: int) -> str:
    parts: list[str] = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        parts.append(letters * count)
    return "".join(parts)
