"""The last three layers of the cross-encoder, trained anew to tell what answers from what is alike.

Trained on searches, the cross-encoder says how near a text is to a question: a text that has lost
the very words of the answer reads as well as before. `benchmarks.fitting_reader` trained its last
layers on texts with and without the answer, and on questions that a text nearly answers.

Sources: Rajpurkar et al. 2018, "Know what you don't know: unanswerable questions for SQuAD";
Howard and Ruder 2018, "Universal language model fine-tuning", on training the last layers alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.embedding.bert_graph import BertShape, last_layers_graph
from core.embedding.onnx_sessions import session_with
from core.embedding.stored_weights import read_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).with_name("answer_layers.npz")
"""Weights by the names of `last_layers_graph` and of the head."""
SHAPE, FIRST_LAYER = BertShape(layers=12, heads=12, epsilon=1e-12), 9


class AnswerLayers:
    """Reads what the layers before made of a question and a text."""

    def __init__(self) -> None:
        weights = read_weights(FILE)
        self._head, self._bias = weights.pop("head"), weights.pop("head_bias")
        graph = last_layers_graph(weights, SHAPE, FIRST_LAYER)
        self._session = session_with(weights, graph)

    def logits(
        self, hidden: NDArray[np.float32], lengths: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """(n,) How well texts answer, of (n, tokens, 384) and the number of tokens of each."""
        inputs = {f"hidden.{FIRST_LAYER}": hidden, "lengths": lengths}
        last: Any = self._session.run(["hidden"], inputs)[0]
        return last[:, 0] @ self._head + self._bias
