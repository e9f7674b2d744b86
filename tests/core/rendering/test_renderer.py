"""Drawing in a process of its own gives the same pictures and survives hostile files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import LimitReached, NotFound
from core.rendering import Renderer
from core.rendering.drawing import excerpt, render_page
from tests.core.rendering.builders import many_pages

if TYPE_CHECKING:
    from pathlib import Path


def endless(path: Path) -> Path:
    """A page whose drawing goes on for minutes: forms that each draw the next one ten times."""
    with pymupdf.open() as document:
        page = document.new_page()
        forms = [document.get_new_xref() for _ in range(12)]
        for depth, form in enumerate(forms):
            inner = b"/F Do " * 10 if depth + 1 < len(forms) else b"0 0 9 9 re f"
            names = (
                f"<</XObject<</F {forms[depth + 1]} 0 R>>>>" if depth + 1 < len(forms) else "<<>>"
            )
            kind = "<</Type/XObject/Subtype/Form/BBox[0 0 99 99]"
            document.update_object(form, f"{kind}/Resources{names}>>")
            document.update_stream(form, inner)
        contents = document.get_new_xref()
        document.update_object(contents, "<<>>")
        document.update_stream(contents, b"/F Do")
        document.xref_set_key(page.xref, "Contents", f"{contents} 0 R")
        document.xref_set_key(page.xref, "Resources", f"<</XObject<</F {forms[0]} 0 R>>>>")
        document.save(path)
    return path


def test_the_worker_draws_and_cuts_as_the_plain_functions_do(
    renderer: Renderer, tmp_path: Path
) -> None:
    path = many_pages(tmp_path / "many.pdf", 3)
    assert renderer.page(path, 2, 300) == render_page(path, 2, 300)
    cut = renderer.excerpt(path, [3, 1])
    with (
        pymupdf.open(stream=cut, filetype="pdf") as one,
        pymupdf.open(stream=excerpt(path, [3, 1]), filetype="pdf") as other,
    ):
        assert [page.get_text() for page in one] == [page.get_text() for page in other]


def test_errors_of_the_worker_arrive_as_they_were_raised(
    renderer: Renderer, tmp_path: Path
) -> None:
    path = many_pages(tmp_path / "one.pdf", 1)
    with pytest.raises(NotFound, match=r"one\.pdf has no page 2"):
        renderer.page(path, 2)
    assert renderer.page(path, 1, 100).width == 100


def test_a_page_that_takes_too_long_is_given_up_and_the_next_one_is_drawn(tmp_path: Path) -> None:
    renderer = Renderer(seconds=1)
    with pytest.raises(LimitReached, match=r"endless\.pdf could not be drawn within 1 s and"):
        renderer.page(endless(tmp_path / "endless.pdf"), 1)
    assert renderer.page(many_pages(tmp_path / "next.pdf", 1), 1, 100).width == 100
    renderer.close()
