"""Precision, recall and F1 from counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Counts(NamedTuple):
    """How many were `wanted` (the gold), how many were `found`, and how many of these are `both`.

    All three metrics are None if none was wanted, and 0 if some were and none was found.

    Source: thesis, section 3.5.1, equations 3.2 to 3.4.
    """

    both: int
    wanted: int
    found: int

    @property
    def precision(self) -> float | None:
        """Share of what was found that was wanted."""
        if not self.wanted:
            return None
        return self.both / self.found if self.found else 0.0

    @property
    def recall(self) -> float | None:
        """Share of what was wanted that was found."""
        return self.both / self.wanted if self.wanted else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both."""
        return 2 * self.both / (self.wanted + self.found) if self.wanted else None


def counted(wanted: Sequence[bool], found: Sequence[bool]) -> Counts:
    """The counts of things of which each is wanted or not, and found or not.

    Raises:
        ValueError: the two are not of one length.
    """
    both = sum(one and other for one, other in zip(wanted, found, strict=True))
    return Counts(both, sum(wanted), sum(found))
