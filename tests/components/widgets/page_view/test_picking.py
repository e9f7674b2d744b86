"""What the browser says is picked may be anything; only what makes sense is heard."""

from __future__ import annotations

import pytest

from components.widgets.page_view.picking import Picked, _picked


def test_what_is_taken_comes_with_its_pages_and_what_they_belong_to() -> None:
    sent = {"of": "d", "pages": [3], "ids": ["3-1", "3-2"], "turn": 5}
    assert _picked(sent) == (Picked("d", (3,), ("3-1", "3-2")), 5)


@pytest.mark.parametrize("sent", [None, [], "d", {"of": "d"}, {"of": 1, "pages": [], "ids": []}])
def test_anything_else_is_not_heard(sent: object) -> None:
    assert _picked(sent) is None
