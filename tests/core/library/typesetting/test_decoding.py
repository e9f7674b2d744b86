"""Which encodings of text files are known, and what is no text."""

from __future__ import annotations

import pytest

from core.errors import NotText
from core.library.typesetting.decoding import decode

TEXT = "Größe – 5 µg „x“\nzweite Zeile"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_text_is_read_in_its_encoding(encoding: str, named: str) -> None:
    assert decode(TEXT.encode(encoding)) == (TEXT, named)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b" \n\t\n", "holds no text"),
        (bytes(range(256)) * 20, "not plain text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 9, "not text"),
        (b"PK\x03\x04\x14\0\x06\0\x08\0" * 30, "not text"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(NotText, match=said):
        decode(content)
