"""A BERT run by onnxruntime in float32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from core.embedding.base import unit_rows
from core.embedding.bert_graph import bert_graph
from core.embedding.onnx_sessions import session_options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.embedding.bert_graph import BertShape, Weights


class OnnxBert:
    """The reference: the graph of `bert_graph`."""

    def __init__(self, weights: Weights, shape: BertShape, threads: int = 0) -> None:
        """Hands the weights over; `threads` compute a batch, 0 means one per core."""
        options = session_options(threads)
        names = list(weights)
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(weights[name]) for name in names]
        options.add_external_initializers(names, values)
        self._session = onnxruntime.InferenceSession(
            bert_graph(weights, shape), options, providers=["CPUExecutionProvider"]
        )

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        """See `Backend`."""
        hidden: Any = self._session.run(["hidden"], {"ids": ids, "mask": mask})[0]
        return unit_rows(np.einsum("btw,bt->bw", hidden, mask.astype(np.float32)))
