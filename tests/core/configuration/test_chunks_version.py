"""What is kept of chunks is kept under a key that changes with the rules that cut them."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from core.configuration.base import _VERSION, _VERSIONS
from core.retrieval.lexicon import read_words
from tests.core.answering.builders import GUIDELINE, found

PINNED = {
    "fixed": (2, "5a35e6a1d3ca"),
    "recursive": (2, "cc5c2717d6ac"),
    "hierarchical": (3, "0e881912147e"),
}
"""Versions, and digests of chunks and their words."""


@pytest.mark.parametrize("strategy", PINNED)
def test_the_version_is_counted_up_with_the_rules(strategy: str) -> None:
    """If this fails because chunks or words are others now, count up the `_VERSION` (or that of the
    strategy) of `core.configuration.base`, and pin the new ones: indexes and words kept before are
    then not taken for those of today."""
    words = read_words(found(GUIDELINE * 2, strategy, 200).result)
    content = f"{words.ids} {words.low.tolist()} {words.high.tolist()} {words.stem.tolist()}"
    digest = blake2b(content.encode(), digest_size=6).hexdigest()
    assert (_VERSIONS.get(strategy, _VERSION), digest) == PINNED[strategy]
