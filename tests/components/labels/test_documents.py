"""Things that are called alike can be told apart where one is chosen; long texts are cut."""

from __future__ import annotations

from components.labels.documents import beginning, unique_labels


def test_only_names_that_several_have_are_told_apart() -> None:
    names = {"0123456789": "scan.pdf", "abcdefghij": "scan.pdf", "zyx": "other.pdf"}
    assert unique_labels(names) == {
        "0123456789": "scan.pdf (01234567)",
        "abcdefghij": "scan.pdf (abcdefgh)",
        "zyx": "other.pdf",
    }


def test_a_long_text_is_cut_and_an_ellipsis_says_so() -> None:
    assert beginning("a\n b", 3) == "a b"
    assert beginning("word " * 100, 12) == "word word w…"
    assert beginning("word " * 100, 11) == "word word…"
