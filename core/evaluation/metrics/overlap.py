"""Precision, recall, F1 and IoU of what was found beside what was wanted."""

from __future__ import annotations

from typing import NamedTuple


class Overlap(NamedTuple):
    """How much was `wanted` (the gold), how much `found`, and how much of this is `both`.

    Numbers of things, or areas. All metrics are None if nothing was wanted, and 0 if something
    was and nothing was found.

    Source: thesis, section 3.5.1, equations 3.2 to 3.4.
    """

    both: float
    wanted: float
    found: float

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

    @property
    def iou(self) -> float | None:
        """Intersection over union."""
        return self.both / (self.wanted + self.found - self.both) if self.wanted else None
