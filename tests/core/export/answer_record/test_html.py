"""Marks of the pages in a record's web page."""

from __future__ import annotations

from functools import partial

from core.export.answer_record.html import html
from core.export.answer_record.illustrating import with_pages
from tests.core.export.answer_record.builders import by_rules, page


def test_marks_lighten_dark_pages_and_only_these() -> None:
    light, dark = (
        html(with_pages(by_rules(), partial(page, colour=colour))) for colour in ("white", "navy")
    )
    assert (light.count('class="exact"'), light.count('class="exact dark"')) == (2, 0)
    assert (dark.count('class="exact"'), dark.count('class="exact dark"')) == (0, 2)
