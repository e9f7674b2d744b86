"""Words of the app can be read in the light and in the dark theme."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from core.colours import mixed
from tests.core.test_colours import contrast_with_white

ROOT = Path(__file__).parents[2]
THEMES = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))["theme"]
STYLE = (ROOT / "components/style.css").read_text("utf-8")
LEAST = 4.5
"""Contrast of letters. Source: WCAG 2.2, success criterion 1.4.3."""


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(contrast_with_white, (one, other)), reverse=True)
    return darker / lighter


@pytest.mark.parametrize("paper", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_captions_and_links_stand_out_on_their_paper(scheme: str, paper: str) -> None:
    theme = THEMES[scheme]
    caption = re.search(r"stCaptionContainer.*currentcolor (\d+)%", STYLE)
    assert caption
    inks = [theme["textColor"], theme["linkColor"], theme["primaryColor"]]
    inks.append(mixed(theme["textColor"], int(caption[1]) / 100, theme[paper]))
    assert min(contrast(ink, theme[paper]) for ink in inks) >= LEAST


def test_buttons_of_forms_are_filled_as_all_others() -> None:
    filled = re.search(r":is\((.*stBaseButton-primary\".*)\) \{\s+background-color: #", STYLE)
    assert filled
    assert "stBaseButton-primaryFormSubmit" in filled[1]


@pytest.mark.parametrize(("scheme", "canvas"), [("light", "#ffffff"), ("dark", "#121212")])
def test_ticks_switches_and_dots_stand_out_on_the_primary_colour(scheme: str, canvas: str) -> None:
    assert '[data-testid="stCheckbox"] [data-selected] svg { stroke: Canvas; }' in STYLE
    assert re.search(r'has\(\[role="switch"\]\)[^}]*stRadioOption[^}]*: Canvas; }', STYLE)
    assert contrast(canvas, THEMES[scheme]["primaryColor"]) >= 3


def test_white_letters_stand_out_on_every_filled_button() -> None:
    filled = re.findall(r"background-color: (#\w{6})", STYLE)
    assert filled
    assert min(map(contrast_with_white, filled)) >= LEAST
