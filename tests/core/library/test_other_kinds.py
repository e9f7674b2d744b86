"""Web pages, office texts and pictures in the library, on their whole way through the app."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw, ImageFont

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import BrokenFile, InputError, NotAPdf, PasswordNeeded
from core.library.file_kinds import COMPOUND, Kind, kind_of
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.office_files import docx, epub, odt, packed, paragraph, picture

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (
    b"<html><title>Calverin</title><nav><a href=a>Home</a></nav><h1>Calverin</h1>"
    b"<p>The starting dose of calverin is 40 mg.</p><p hidden>It is 90 mg.</p></html>"
)
THREE_STEPS = Configuration("three_step", make_options("three_step", {}), "hashing")


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b" <!DOCTYPE html><p>", "a.bin", Kind.HTML),
        (b"\xef\xbb\xbf<?xml version='1.0'?><!-- x --><html>", "a", Kind.HTML),
        (b"<p>a part", "a.HTM", Kind.HTML),
        (b"<html>", "a.txt", Kind.TEXT),
        (docx(""), "a.zip", Kind.DOCX),
        (odt(""), "a.docx", Kind.ODT),
        (epub({}), "a", Kind.EPUB),
        (packed({"content.xml": "", "x": ""}), "a.odt", Kind.ODT),
        (packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "a.ods", None),
        (packed({"a.txt": "x"}), "a.zip", None),
        (b"PK\x03\x04 cut off", "a.docx", Kind.DOCX),
        (picture(), "scan.pdf", Kind.PNG),
        (picture(form="JPEG"), "a.txt", Kind.JPEG),
        (picture(form="TIFF"), "a", Kind.TIFF),
        (pdf_bytes(), "a.html", Kind.PDF),
        (picture(form="GIF"), "a.gif", None),
    ],
)
def test_the_kind_of_a_file_is_known_by_its_content_first(
    content: bytes, name: str, kind: Kind | None
) -> None:
    assert kind_of(content, name) is kind


def test_an_answer_from_a_web_page_leads_to_its_lines(home: Path) -> None:
    workbench = Workbench(load_settings(home=home))
    record = workbench.documents.add(PAGE, "dose.html")
    assert record.parse and (record.parse.parser, record.parse.chosen) == ("structured_text", False)
    assert (record.kind, record.title) == (Kind.HTML, "Calverin")
    folder = workbench.library.folder(record.sha)
    assert (folder / "source.html").read_bytes() == PAGE
    assert workbench.library.pdf_path(record.sha) == folder / "working.pdf"
    assert "cannot see" in record.parse.warnings[0]
    answer = workbench.answers.ask("What is the dose of calverin?", THREE_STEPS, [record.sha])
    assert "40 mg" in answer.citations[0].quote.text
    with pytest.raises(NotAPdf, match="only PDFs are inspected"):
        workbench.documents.inspection(record.sha)
    (folder / "working.pdf").unlink()
    assert workbench.library.mend(record.sha).working_sha == record.working_sha


def test_a_picture_is_read_by_sight(home: Path) -> None:
    image = Image.new("L", (1240, 500), "white")
    font = ImageFont.load_default(size=40)
    ImageDraw.Draw(image).text((90, 90), "The dose is 40 mg.", fill="black", font=font)
    held = io.BytesIO()
    image.save(held, "PNG", dpi=(150, 150))
    workbench = Workbench(load_settings(home=home))
    record = workbench.documents.add(held.getvalue(), "scan.pdf")
    assert record.kind is Kind.PNG and record.parse and record.parse.parser == "automatic"
    assert record.parse.ocr_pages == (1,)
    assert "40 mg" in " ".join(n.text for n in workbench.documents.sir(record.sha).nodes)
    assert workbench.documents.inspection(record.sha)


@pytest.mark.parametrize(
    ("content", "name", "error", "said"),
    [
        (COMPOUND + bytes(600), "a.docx", PasswordNeeded, r"a\.docx: .* without a password"),
        (docx(paragraph("x"))[:300], "a.docx", BrokenFile, r"a\.docx: .* cannot be unpacked"),
        (picture()[:50], "a.png", BrokenFile, r"a\.png: the picture is damaged"),
        (picture(form="GIF"), "a.gif", NotAPdf, r"a\.gif: .* a picture as \.png"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_leaves_nothing(
    home: Path, content: bytes, name: str, error: type[InputError], said: str
) -> None:
    workbench = Workbench(load_settings(home=home))
    with pytest.raises(error, match=said):
        workbench.documents.add(content, name)
    assert workbench.library.list() == ()
    assert not [path for path in home.rglob("*") if path.name.startswith(("source", "working"))]
