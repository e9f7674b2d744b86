"""One measured figure beside its baseline and its target."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, how it was measured, and what it should reach.

    `baseline` was measured in the same run, in the same unit. With `at_most` the target is the
    largest value that is good, else the smallest. Without a target the figure only informs.
    """

    name: str
    how: str
    value: float
    unit: str
    baseline: float | None = None
    baseline_name: str = ""
    target: float | None = None
    at_most: bool = False

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target
