"""What a sweep found: table, charts, and each question on the page."""

from __future__ import annotations


def results_panel() -> None:
    """The results of the sweeps that are chosen, or what leads to the first."""
