"""What a hostile trial is, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attack:
    """One trial: what was tried, and what went wrong; empty where the program survived it."""

    name: str
    failure: str = ""

    @property
    def survived(self) -> bool:
        """Whether nothing hidden got in, nothing leaked out and nothing was lost."""
        return not self.failure
