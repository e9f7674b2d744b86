"""Lengths in words and in vocabularies of services."""

from __future__ import annotations

import gzip
import hashlib
from typing import TYPE_CHECKING

import pytest

from core.chunking import token_counts
from core.chunking.token_counts import (
    DOCUMENT,
    WORDS,
    available_tokenizers,
    is_here,
    node_lengths,
    vocabulary_count,
)
from core.errors import MissingExtra
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import bullets, heading, sir_from_texts, table

if TYPE_CHECKING:
    from pathlib import Path


SERVICE = "o200k_base"


@pytest.fixture(scope="module")
def stream() -> TokenStream:
    blocks = [heading("Dose"), "Give 5 mg.", bullets("one two", "three"), table([["a", "b c"]])]
    return tokenize(sir_from_texts(blocks), minilm_tokenizer())


def test_words_of_nodes_add_up_to_those_of_the_text(stream: TokenStream) -> None:
    lengths = node_lengths(stream, WORDS)
    assert len(lengths) == stream.sir.flow + 1
    assert lengths[-1] == len(stream.text(0, len(stream)).split())


def test_tokens_of_the_document_are_those_of_its_stream(stream: TokenStream) -> None:
    lengths = node_lengths(stream, DOCUMENT)
    assert lengths[-1] == len(stream)
    assert all(lengths[n + 1] - lengths[n] == len(range(*stream.own(n))) for n in range(4))


def test_a_vocabulary_that_is_not_here_names_what_brings_it_and_what_is_here(
    monkeypatch: pytest.MonkeyPatch, stream: TokenStream
) -> None:
    monkeypatch.setattr(token_counts, "find_spec", lambda name: None)
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    vocabulary_count.cache_clear()
    assert available_tokenizers() == (DOCUMENT, WORDS)
    with pytest.raises(MissingExtra, match=r"pip install tiktoken.*Here are: document, words"):
        node_lengths(stream, SERVICE)


def test_a_file_with_another_checksum_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = f"https://openaipublic.blob.core.windows.net/encodings/{SERVICE}.tiktoken"
    cached = tmp_path / hashlib.sha1(address.encode()).hexdigest()
    cached.write_bytes(b"aGVsbG8= 0\n")
    (tmp_path / f"{SERVICE}.tiktoken.gz").write_bytes(gzip.compress(b"aGVsbG8= 0\n"))
    (tmp_path / "cl100k_base.tiktoken.gz").write_bytes(b"no gzip")
    monkeypatch.setattr(token_counts, "find_spec", lambda name: None)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    vocabulary_count.cache_clear()
    for name in (SERVICE, "cl100k_base"):
        with pytest.raises(MissingExtra, match=name):
            vocabulary_count(name)
    assert cached.exists(), "tiktoken would delete it and load another one"


@pytest.mark.skipif(not is_here(SERVICE), reason="needs tiktoken and bpe-openai")
def test_tokens_of_a_service_add_up_to_those_of_the_text(stream: TokenStream) -> None:
    vocabulary_count.cache_clear()
    whole = vocabulary_count(SERVICE)(stream.text(0, len(stream)))
    assert abs(node_lengths(stream, SERVICE)[-1] - whole) <= 1
    assert vocabulary_count(SERVICE)("<|endoftext|>") > 1, "text, not a sign"
