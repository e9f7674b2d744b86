"""What strategies share that ask a language model: numbered texts out, numbers back."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from core.errors import ModelError, ReplyUnusable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


T = TypeVar("T")

_GAP = " [...] "


@dataclass
class Answers(Generic[T]):
    """What the model said, part for part; None where nothing of its answer could be used.

    `repairs` say what was wrong with answers that were used, `errors` why there were none in how
    many of the `asked` requests, each of which may be about several parts.
    """

    asked: int = 0
    parts: list[T | None] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    errors: list[ModelError] = field(default_factory=list)


def numbered(texts: Iterable[str], first: int = 1, letter: str = "") -> str:
    """Texts on a line each, behind their numbers in brackets."""
    lines = (f"[{letter}{at}] {' '.join(text.split())}" for at, text in enumerate(texts, first))
    return "\n".join(lines)


def shortened(text: str, most: int) -> str:
    """Both ends of a text that is longer than so many characters."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}{_GAP}{text[-half:]}"


def check_numbers(numbers: Iterable[int], last: int, noun: str) -> None:
    """Refuses an answer with a number that is not from 1 to `last`.

    Raises:
        ReplyUnusable: see there.
    """
    unknown = [number for number in numbers if not 1 <= number <= last]
    if unknown:
        raise ReplyUnusable(f"There is no {noun} {unknown[0]}: they have the numbers 1 to {last}.")


def fitting(lengths: Sequence[int], most: int) -> list[tuple[int, int]]:
    """Half-open ranges of neighbours that are no longer than `most` together, one at least."""
    bounds, used = [0], 0
    for number, length in enumerate(lengths):
        if used + length > most and number > bounds[-1]:
            bounds.append(number)
            used = 0
        used += length
    return list(pairwise([*bounds, len(lengths)])) if lengths else []
