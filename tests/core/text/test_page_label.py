"""What a PDF calls its pages."""

from __future__ import annotations

import pymupdf
import pytest

from core.text.page_label import page_label


def labelled(prefix: str, style: str = "") -> pymupdf.Page:
    """A page whose label has this prefix, as it stands in the file, and a number in this style."""
    pdf = pymupdf.open()
    pdf.new_page()
    number = f"/S /{style} /St 3" if style else ""
    pdf.xref_set_key(pdf.pdf_catalog(), "PageLabels", f"<< /Nums [0 << /P {prefix} {number} >>] >>")
    return pymupdf.open(stream=pdf.tobytes())[0]


@pytest.mark.parametrize(
    ("prefix", "style", "label"),
    [
        ("<FEFF00310032>", "", "12"),
        ("<FEFF00C4002D>", "D", "Ä-3"),
        ("<412d>", "D", "A-3"),
        ("<FEFF0041000A202E>", "D", "A 3"),
        ("(A-)", "r", "A-iii"),
        ("(<3 mg)", "", "<3 mg"),
    ],
)
def test_a_label_is_read_however_its_prefix_is_written(prefix: str, style: str, label: str) -> None:
    assert page_label(labelled(prefix, style)) == label


@pytest.mark.parametrize(("rule", "label"), [("/P (A-)", "A-3"), ("", "3")])
def test_the_type_of_a_label_is_no_part_of_it(rule: str, label: str) -> None:
    pdf = pymupdf.open()
    pdf.new_page()
    rules = f"<< /Nums [0 << /Type /PageLabel {rule} /S /D /St 3 >>] >>"
    pdf.xref_set_key(pdf.pdf_catalog(), "PageLabels", rules)
    assert page_label(pymupdf.open(stream=pdf.tobytes())[0]) == label


def test_a_page_without_a_label_has_none() -> None:
    pdf = pymupdf.open()
    assert page_label(pdf.new_page()) == ""
