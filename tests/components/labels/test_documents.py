"""Things that are called alike can be told apart where one is chosen."""

from __future__ import annotations

from components.labels.documents import unique_labels


def test_only_names_that_several_have_are_told_apart() -> None:
    names = {"0123456789": "scan.pdf", "abcdefghij": "scan.pdf", "zyx": "other.pdf"}
    assert unique_labels(names) == {
        "0123456789": "scan.pdf (01234567)",
        "abcdefghij": "scan.pdf (abcdefgh)",
        "zyx": "other.pdf",
    }
