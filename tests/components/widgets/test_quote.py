"""The page is lower by the lines of the quote above it, as many as are in sight."""

from __future__ import annotations

import pytest

from components.widgets.quote import quote_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", 0), ("Few words.", 1), ("One.\n\nTwo.", 2), ("word " * 40, 3), ("word\n" * 90, 5)],
)
def test_lines_of_a_quote_are_counted_up_to_those_in_sight(text: str, lines: int) -> None:
    assert quote_lines(text) == lines
