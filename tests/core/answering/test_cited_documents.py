"""Whose words an answer shows."""

from __future__ import annotations

from core.answering.cited_documents import sources_in_words

A, B, C = "a.pdf", "b.pdf", "c.pdf"


def test_documents_are_named_with_their_quotes_the_first_one_first() -> None:
    said = sources_in_words([B, A, B, B])
    assert said == "From 2 documents: b.pdf (3 quotes), a.pdf (1)"
    said = sources_in_words([C, A, A, B])
    assert said == "From 3 documents: c.pdf (1 quote), a.pdf (2), b.pdf (1)"


def test_a_single_document_is_named_alone_and_none_is_not() -> None:
    assert sources_in_words([A, A]) == "From a.pdf"
    assert sources_in_words([]) == ""
