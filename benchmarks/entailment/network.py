"""The whole cross-encoder in torch, what it is trained on, and what of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.reader.network import (
    MODULES,
    WIDTH,
    Layer,
    batched,
    layer_state,
    published,
)
from core.embedding.low_rank import LEFT, RIGHT
from core.retrieval.answer_layers import SHAPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Row = tuple[list[int], int]

RANK = 32
_WORDS, _PLACES = 30_522, 512
_BATCH_TOKENS = 5000
_DROPPED = 0.1
_EMBEDDINGS = (
    ("words", "word_embeddings", ("weight",)),
    ("places", "position_embeddings", ("weight",)),
    ("kinds", "token_type_embeddings", ("weight",)),
    ("norm", "LayerNorm", ("weight", "bias")),
)
"""The names of the embeddings' parts here, and in a BERT."""


class Network(nn.Module):
    """Embeddings, layers and a head for `LABELS`; the tables of the embeddings stay as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(_WORDS, WIDTH).requires_grad_(requires_grad=False)
        self.places = nn.Embedding(_PLACES, WIDTH).requires_grad_(requires_grad=False)
        self.kinds = nn.Embedding(2, WIDTH).requires_grad_(requires_grad=False)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(SHAPE.layers))
        self.head, self.dropped = nn.Linear(WIDTH, 3), nn.Dropout(_DROPPED)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """(n, 3) Logits of token ids, (n, tokens); `mask` is true for tokens."""
        places = self.places(torch.arange(ids.shape[1]))[None]
        hidden = self.dropped(self.norm(self.words(ids) + places + self.kinds(kinds)))
        for layer in self.layers:
            hidden = layer(hidden, mask)
        return self.head(self.dropped(hidden[:, 0]))


def as_published() -> Network:
    """The network as the package has it, and a head that knows nothing yet."""
    tensors, network = published(), Network()
    embeddings = {
        f"{name}.{kind}": torch.tensor(tensors[f"bert.embeddings.{module}.{kind}"].copy())
        for name, module, kinds in _EMBEDDINGS
        for kind in kinds
    }
    layers = layer_state(tensors, range(SHAPE.layers))
    network.load_state_dict(network.state_dict() | embeddings | layers)
    return network


class Rows:
    """Claims with passages, each row the ids of the tokens of both and where the passage begins."""

    def __init__(self, rows: Sequence[Row], labels: Sequence[int]) -> None:
        """`labels` are places in `LABELS`."""
        self._rows, self._labels = rows, torch.tensor(labels)
        self._lengths = np.array([len(ids) for ids, _ in rows])

    def batches(self, rng: np.random.Generator) -> list[NDArray[np.int64]]:
        """Places of rows of about the same length, in an order of chance."""
        return batched(self._lengths, rng, 25, _BATCH_TOKENS)

    def loss(self, network: nn.Module, batch: NDArray[np.int64]) -> Tensor:
        """The mean of the cross-entropy."""
        with torch.autocast("cpu", torch.bfloat16):
            logits = network(*_padded([self._rows[place] for place in batch]))
        return functional.cross_entropy(logits.float(), self._labels[batch])


def _padded(rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor]:
    ids = torch.zeros(len(rows), max(len(row) for row, _ in rows), dtype=torch.long)
    kinds, mask = torch.zeros_like(ids), torch.zeros_like(ids, dtype=torch.bool)
    for at, (row, second) in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        kinds[at, second : len(row)] = 1
        mask[at, : len(row)] = True
    return ids, kinds, mask


def arranged(network: Network) -> dict[str, NDArray[np.float32]]:
    """What training changed, as `core.verification.entailment` reads it."""
    state = {name: value.numpy() for name, value in network.state_dict().items()}
    tensors = published()
    kept = {"head": state["head.weight"].T, "head_bias": state["head.bias"]}
    for kind in ("weight", "bias"):
        kept[f"bert.embeddings.LayerNorm.{kind}"] = state[f"norm.{kind}"]
    for number in range(SHAPE.layers):
        for part, module in MODULES.items():
            place = f"bert.encoder.layer.{number}.{module}"
            weight, bias = (state[f"layers.{number}.{part}.{kind}"] for kind in ("weight", "bias"))
            kept[f"{place}.bias"] = bias
            if weight.ndim == 1:
                kept[f"{place}.weight"] = weight
                continue
            left, values, right = np.linalg.svd(weight.T - tensors[f"{place}.weight"].T, False)
            root = np.sqrt(values[:RANK])
            kept[f"{place}{LEFT}"] = left[:, :RANK] * root
            kept[f"{place}{RIGHT}"] = root[:, None] * right[:RANK]
    return kept
