"""The form of a sweep: which settings are tried on which questions, started in the background."""

from __future__ import annotations


def sweep_panel() -> None:
    """The form of a sweep, the sweeps under way, and those that are kept."""
