"""The pages that the Inspector looks at."""

from __future__ import annotations

import pymupdf
from hypothesis import given
from hypothesis import strategies as st

from core.inspection.sample import MOST_PAGES, Sample, spread
from tests.builders import pdf_bytes


@given(st.integers(0, 5000))
def test_a_sample_is_small_ascending_and_inside_the_document(pages: int) -> None:
    numbers = spread(pages)
    assert len(numbers) == min(pages, MOST_PAGES)
    assert list(numbers) == sorted(set(numbers))
    assert all(1 <= number <= pages for number in numbers)


def test_a_long_document_is_sampled_from_all_its_parts() -> None:
    numbers = spread(1600)
    assert {(number - 1) // 100 for number in numbers} == set(range(16))


def test_only_the_pages_of_the_sample_are_read() -> None:
    with pymupdf.open(stream=pdf_bytes(["A page."] * 40), filetype="pdf") as pdf:
        sample = Sample(pdf)
        assert tuple(page.number for page in sample.pages) == sample.numbers
        assert len(sample.signals) == MOST_PAGES


def test_a_page_with_too_many_drawing_commands_is_not_read() -> None:
    with pymupdf.open(stream=pdf_bytes(["A page.", "Another page."]), filetype="pdf") as pdf:
        commands = b"q 0 0 m 9 9 l S Q\n" * 300_000
        pdf.update_stream(pdf[1].get_contents()[0], commands, compress=False)
        first, second = Sample(pdf).pages
    assert first.lines
    assert not second.lines
