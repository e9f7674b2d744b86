"""How many tokens a text has in the vocabularies that are at hand, offline."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING
from unittest.mock import patch

from core.tokenizer import minilm_tokenizer, package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SERVICE = "o200k_base"
"""A vocabulary of services, which llama-index brings along in the extra `bench`."""


def vocabularies() -> Mapping[str, Callable[[str], int]]:
    """Counts by name: WordPiece of all-MiniLM-L6-v2, and `SERVICE` where the extra is installed."""
    tokenizer = minilm_tokenizer()
    counts: dict[str, Callable[[str], int]] = {
        "WordPiece": lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
    }
    if find_spec("tiktoken") and find_spec("llama_index"):
        counts[SERVICE] = _service_count()
    return counts


def _service_count() -> Callable[[str], int]:
    folder = package_folder("llama_index.core", "llama-index-core") / "_static" / "tiktoken_cache"
    with patch.dict(os.environ, {"TIKTOKEN_CACHE_DIR": str(folder)}):
        encoding = import_module("tiktoken").get_encoding(SERVICE)
    return lambda text: len(encoding.encode(text, disallowed_special=()))
