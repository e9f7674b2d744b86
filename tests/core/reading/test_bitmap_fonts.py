"""Letters that TeX's bitmap fonts draw at codes of controls."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.extraction import extract


def drawn(codes: bytes, font: str = "F29") -> pymupdf.Document:
    """A page with text in a bitmap font like those of TeX, each glyph half its size wide."""
    pdf = pymupdf.open()
    page = pdf.new_page()
    glyph, dictionary = pdf.get_new_xref(), pdf.get_new_xref()
    pdf.update_object(glyph, "<<>>")
    pdf.update_stream(glyph, b"0.5 0 0 0 0.5 0.7 d1 0 0 0.4 0.7 re f")
    names = " ".join(f"/a{code}" for code in range(256))
    procedures = " ".join(f"/a{code} {glyph} 0 R" for code in range(256))
    pdf.update_object(
        dictionary,
        f"<< /Type /Font /Subtype /Type3 /Name /{font} /FontMatrix [1 0 0 1 0 0]"
        f"/FontBBox [0 0 1 1] /FirstChar 0 /LastChar 255 /Widths [{'0.5 ' * 256}]"
        f"/Encoding << /Differences [0 {names}] >> /CharProcs << {procedures} >> >>",
    )
    pdf.xref_set_key(page.xref, "Resources", f"<< /Font << /{font} {dictionary} 0 R >> >>")
    contents = pdf.get_new_xref()
    pdf.update_object(contents, "<<>>")
    text = f"BT /{font} 10 Tf 1 0 0 1 72 700 Tm <{codes.hex()}> Tj ET"
    pdf.update_stream(contents, text.encode())
    pdf.xref_set_key(page.xref, "Contents", f"{contents} 0 R")
    return pymupdf.open(stream=pdf.tobytes(), filetype="pdf")


def words(pdf: pymupdf.Document) -> list[str]:
    return [word for line in extract(pdf[0]).lines for word in line.words]


@pytest.mark.parametrize(
    ("codes", "word"),
    [
        (b"\x1crst", "first"),
        (b"di\x1berent", "different"),
        (b"o\x1ece", "office"),
        (b"\x10in\x1duence\x11", "“influence”"),
        (b"1723\x151790", "1723–1790"),
        (b"\x88", "•"),
    ],
)
def test_ligatures_quotes_and_dashes_are_read(codes: bytes, word: str) -> None:
    assert words(drawn(codes)) == [word]


def test_the_box_of_a_word_that_begins_with_a_ligature_holds_its_glyphs() -> None:
    (line,) = [line for line in extract(drawn(b"\x1crst")[0]).lines if line.words == ["first"]]
    left, _, right, _ = line.boxes[0]
    assert (left, right) == pytest.approx((72, 72 + 4 * 5))


def test_codes_of_other_encodings_are_not_guessed() -> None:
    assert words(drawn(b"a\x0c \x1cb")) == ["a", "b"]
    assert words(drawn(b"a\x1cb", font="CMEX10")) == ["a", "b"]
