"""Packed files that are harmful, locked, damaged or empty are refused."""

from __future__ import annotations

import pytest

from core.errors import BrokenFile, InputError, NotText, PasswordNeeded, TooLarge
from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from tests.office_files import docx, epub, odt, packed, paragraph

ENTITY = b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
LOCKED = '<m xmlns="urn:x"><encryption-data/></m>'


@pytest.mark.parametrize(
    ("content", "kind", "error", "said"),
    [
        (docx(paragraph("x"))[:-90], Kind.DOCX, BrokenFile, "cannot be unpacked"),
        (docx("<w:p>"), Kind.DOCX, BrokenFile, "document.xml of the file is damaged"),
        (docx(""), Kind.DOCX, NotText, "holds no text"),
        (docx(paragraph("x"), more={"word/x.xml": ENTITY}), Kind.DOCX, BrokenFile, "entities"),
        (docx(paragraph("x"), more={"../x": b""}), Kind.DOCX, BrokenFile, "outside of it"),
        (odt("", {"content.xml": ENTITY}), Kind.ODT, BrokenFile, "declares XML entities"),
        (odt("<text:p>x</text:p>", {"META-INF/manifest.xml": LOCKED}), Kind.ODT, PasswordNeeded,
         "protected by a password"),
        (packed({"mimetype": "x"}), Kind.EPUB, BrokenFile, r"lacks its part META-INF"),
        (epub({}), Kind.EPUB, NotText, "holds no text"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_a_way_on(
    content: bytes, kind: Kind, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        read_structured(content, kind)


def test_a_file_that_unpacks_to_far_more_is_refused() -> None:
    bomb = docx(paragraph("x"), more={"word/media/b.png": bytes(200_000_000)})
    with pytest.raises(TooLarge, match="191 MB in all"):
        read_structured(bomb, Kind.DOCX)
