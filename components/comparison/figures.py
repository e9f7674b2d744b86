"""Figures in a row, each with what it measures, for the page that is shown or for all pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components.foreign_text import plain
from components.widgets.switch import switch

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE, DOCUMENT = "Page", "Whole document"


class Figure(NamedTuple):
    """One figure as it is read: a name, its value in words, and what it measures and its source."""

    name: str
    value: str
    meaning: str


def scope(key: str, page: int) -> str:
    """The choice between `PAGE`, a 1-based one, and `DOCUMENT`; it stays for the session."""
    words = {PAGE: f"Page {page}", DOCUMENT: DOCUMENT}
    return switch("Figures for", (PAGE, DOCUMENT), key, words=words.__getitem__)


def figure_row(figures: Iterable[Figure], about: str, lead: str = "") -> None:
    """The figures on a line, and behind it what all of them say (`about`) and each measures.

    `lead` stands in front of them.
    """
    listed = list(figures)
    line = " · ".join(f":gray[{figure.name}] **{figure.value}**" for figure in listed)
    if lead:
        line = f":gray[{plain(lead)}:] {line}"
    meaning = "\n".join(f"- **{figure.name}**: {figure.meaning}" for figure in listed)
    st.markdown(line, help=f"{about}\n\n{meaning}", width="content")


def share(value: float | None) -> str:
    """A share from 0 to 1 in per cent, as in `86.1%`; a dash where it is not defined."""
    return "–" if value is None else f"{value:.1%}"


def decimal(value: float | None) -> str:
    """A figure with two decimals, as in `0.86`; a dash where it is not defined."""
    return "–" if value is None else f"{value:.2f}"
