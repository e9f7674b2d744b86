"""A BERT run by onnxruntime in float32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from core.embedding.base import unit_rows
from core.embedding.bert_graph import BertShape, Weights, bert_graph
from core.embedding.onnx_sessions import session_with

if TYPE_CHECKING:
    from numpy.typing import NDArray


class OnnxBert:
    """The reference: the graph of `bert_graph`."""

    def __init__(self, weights: Weights, shape: BertShape) -> None:
        """Hands the weights over."""
        self._session = session_with(weights, bert_graph(weights, shape))

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        """See `Backend`."""
        hidden: Any = self._session.run(["hidden"], {"ids": ids, "mask": mask})[0]
        return unit_rows(np.einsum("btw,bt->bw", hidden, mask.astype(np.float32)))
