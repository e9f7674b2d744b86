"""A BERT run by OpenVINO, where the extra `openvino` is installed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import openvino  # pyrefly: ignore[missing-import]
from onnx import numpy_helper

from core.embedding.base import unit_rows
from core.embedding.bert_graph import BertShape, Weights, bert_graph

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OpenVinoBert:
    """The graph of `bert_graph`, with its weights in it."""

    def __init__(self, weights: Weights, shape: BertShape, precision: str) -> None:
        """Compiles the graph; `precision` as OpenVINO names it."""
        model = onnx.load_model_from_string(bert_graph(weights, shape))
        del model.graph.initializer[:]
        initializers = [numpy_helper.from_array(value, name) for name, value in weights.items()]
        model.graph.initializer.extend(initializers)
        core: Any = openvino.Core()
        hints = {"INFERENCE_PRECISION_HINT": precision, "PERFORMANCE_HINT": "LATENCY"}
        self._compiled = core.compile_model(
            core.read_model(model.SerializeToString()), "CPU", hints
        )

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        """See `Backend`."""
        request = self._compiled.create_infer_request()
        hidden = request.infer({"ids": ids, "mask": mask})[0]
        return unit_rows(np.einsum("btw,bt->bw", hidden, mask.astype(np.float32)))


bfloat16 = partial(OpenVinoBert, precision="bf16")
"""Where the processor has it."""
float32 = partial(OpenVinoBert, precision="f32")
