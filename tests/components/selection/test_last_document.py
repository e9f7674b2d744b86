"""Pages open on the document that the browser showed last."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import streamlit as st

from components.selection.last_document import last_document

if TYPE_CHECKING:
    from core.library import DocumentRecord


@pytest.mark.parametrize(
    ("cookies", "expected"),
    [
        ({"sightline_document": "older"}, "older"),
        ({"sightline_document": "gone"}, "new"),
        ({}, "new"),
    ],
)
def test_it_is_the_one_of_the_cookie_as_long_as_it_is_here(
    monkeypatch: pytest.MonkeyPatch, cookies: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies=cookies))
    records = cast("dict[str, DocumentRecord]", dict[str, Any](new=None, older=None))
    assert last_document(records) == expected
