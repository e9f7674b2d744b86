"""Splitters of other projects, each as one function from a text to its chunks.

They are in the extra `bench`. Sizes are in characters where a splitter counts these, else in
tokens of all-MiniLM-L6-v2, of which a hundred are some 450 characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.similarity_splitters import PIECE, cluster, kamradt
from core.errors import MissingExtra
from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.embedding.base import Encoder

    Split = Callable[[str], Sequence[str]]

_SENTENCES = ["\n\n", "\n", ". ", "? ", "! ", " ", ""]
"""Separators for recursive splitting that end sentences, as the Chroma evaluation has them."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A splitter: the name it shares with its other sizes, its size and overlap, and itself."""

    name: str
    size: str
    split: Split


def foreign_splitters(encoder: Encoder) -> list[Foreign]:
    """All splitters, each in several sizes; the similarity splitters embed by `encoder`.

    Raises:
        MissingExtra: one of the packages is not installed.
    """
    both = ((200, 50), (400, 100))
    found = [
        Foreign("LangChain recursive", "400/0", _recursive(400)),
        Foreign("LangChain recursive, sentences", "800/0", _recursive(800, separators=_SENTENCES)),
        Foreign(
            "LangChain recursive, sentences",
            "400/80",
            _recursive(400, 80, separators=_SENTENCES),
        ),
        Foreign("chonkie sentence", "400/80", _chonkie("SentenceChunker", 400, chunk_overlap=80)),
    ]
    for characters, tokens in both:
        by_characters, by_tokens = f"{characters}/0", f"{tokens} tokens/0"
        recursive = _recursive(characters, separators=_SENTENCES)
        found += [
            Foreign("LangChain recursive, sentences", by_characters, recursive),
            Foreign("LangChain token", by_tokens, _token(tokens)),
            Foreign("chonkie recursive", by_characters, _chonkie("RecursiveChunker", characters)),
            Foreign("chonkie sentence", by_characters, _chonkie("SentenceChunker", characters)),
            Foreign("semchunk", by_characters, _semchunk(characters)),
            Foreign("llama-index sentence", by_tokens, _llama_index(tokens)),
        ]
    for tokens in (100, 200, 400):
        found.append(Foreign("Chroma cluster", f"{tokens} tokens", _cluster(encoder, tokens)))
    for tokens in (100, 200):
        found.append(Foreign("Chroma Kamradt", f"{tokens} tokens", _kamradt(encoder, tokens)))
    return found


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"The splitters to compare with need {error.name}. Run: pip install -e '.[bench]'"
        ) from error


@lru_cache(200_000)
def _tokens(text: str) -> int:
    return len(minilm_tokenizer().encode(text, add_special_tokens=False))


def _recursive(size: int, overlap: int = 0, **options: Any) -> Split:
    made = _module("langchain_text_splitters").RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, **options
    )
    return made.split_text


def _token(size: int) -> Split:
    """LangChain's window of tokens; a number stands for each token, so that text stays verbatim."""
    base = _module("langchain_text_splitters.base")

    def split(text: str) -> Sequence[str]:
        offsets = minilm_tokenizer().encode(text, add_special_tokens=False).offsets
        starts = [*(start for start, _ in offsets), len(text)]
        windows = base.Tokenizer(
            chunk_overlap=0,
            tokens_per_chunk=size,
            decode=lambda ids: text[starts[ids[0]] : starts[ids[-1] + 1]],
            encode=lambda _: list(range(len(offsets))),
        )
        return base.split_text_on_tokens(text=text, tokenizer=windows)

    return split


def _chonkie(kind: str, size: int, **options: Any) -> Split:
    made = getattr(_module("chonkie"), kind)(tokenizer="character", chunk_size=size, **options)
    return lambda text: [chunk.text for chunk in made.chunk(text)]


def _semchunk(size: int) -> Split:
    return _module("semchunk").chunkerify(len, size)


def _llama_index(size: int) -> Split:
    made = _module("llama_index.core.node_parser").SentenceSplitter(
        chunk_size=size,
        chunk_overlap=0,
        tokenizer=lambda text: minilm_tokenizer().encode(text, add_special_tokens=False).ids,
    )
    return made.split_text


def _pieces(text: str) -> Sequence[str]:
    separators = ["\n\n", "\n", ".", "?", "!", " ", ""]
    return _recursive(PIECE, separators=separators, length_function=_tokens)(text)


def _cluster(encoder: Encoder, size: int) -> Split:
    return lambda text: cluster(_pieces(text), encoder, size)


def _kamradt(encoder: Encoder, size: int) -> Split:
    return lambda text: kamradt(_pieces(text), encoder, _tokens, size)
