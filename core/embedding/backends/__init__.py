"""What can run the graph of an encoder, by name, loaded on demand.

All of them give the same vectors up to rounding (`LEAST_COSINE`), so that an index made by one is
searched by another: which one ran is written nowhere.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from core.embedding.backends.base import Backend
    from core.embedding.bert_graph import BertShape, Weights

REFERENCE = "onnxruntime"
"""In float32; loads the fastest, and is what the others are compared with."""
LEAST_COSINE = 0.999
"""Between the vectors of a backend and those of the reference, at least."""

BACKENDS = {
    REFERENCE: "core.embedding.backends.onnx_bert:OnnxBert",
    "torch-bfloat16": "core.embedding.backends.torch_bert:bfloat16",
    "torch-float32": "core.embedding.backends.torch_bert:float32",
    "openvino-bfloat16": "core.embedding.backends.openvino_bert:bfloat16",
    "openvino-float32": "core.embedding.backends.openvino_bert:float32",
}


def open_backend(name: str, weights: Weights, shape: BertShape) -> Backend:
    """The backend of that name; it computes a batch by one thread per core.

    Raises:
        InvalidOption: there is no such name.
        MissingExtra: the package it needs is not installed.
    """
    # Threads of torch that wait by spinning take the cores from the app, and from each other where
    # other processes compute: then torch was 8 to 15 times slower. Read when torch is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    return plugins.load(BACKENDS, name)(weights, shape)
