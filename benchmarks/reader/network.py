"""The last layers of the cross-encoder in torch, and their training on what the others read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from core.embedding.bert_graph import layer_weights
from core.embedding.low_rank import matrix_names
from core.retrieval.answer_layers import FIRST_LAYER, SHAPE
from core.retrieval.cross_encoder import FOLDER, PACKAGE
from core.tokenizer import package_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

WIDTH, _INNER = 384, 1536
_BATCH_TOKENS = 3000
_DROPPED = 0.1
_HEAD_FASTER = 10
"""How much faster the head learns, which begins from nothing."""
_WARMING, _SLOWEST = 0.08, 0.02
MODULES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "attended_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "outer_norm": "output.LayerNorm",
}
"""The names of a layer's parts here, and in a BERT."""
_SCALED = ("zero_point", "scale")


class Layer(nn.Module):
    """A layer of a BERT, its parts called as in `MODULES`."""

    def __init__(self) -> None:
        super().__init__()
        for name in ("query", "key", "value", "attended"):
            self.add_module(name, nn.Linear(WIDTH, WIDTH))
        self.inner, self.outer = nn.Linear(WIDTH, _INNER), nn.Linear(_INNER, WIDTH)
        for name in ("attended_norm", "outer_norm"):
            self.add_module(name, nn.LayerNorm(WIDTH, eps=SHAPE.epsilon))
        self.dropped = nn.Dropout(_DROPPED)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """(n, tokens, width), of such; `mask` (n, tokens) is true for tokens."""
        heads = [
            self.get_submodule(name)(hidden).unflatten(2, (SHAPE.heads, -1)).transpose(1, 2)
            for name in ("query", "key", "value")
        ]
        read = functional.scaled_dot_product_attention(*heads, attn_mask=mask[:, None, None, :])
        read = self.get_submodule("attended")(read.transpose(1, 2).flatten(2))
        middle = self.get_submodule("attended_norm")(hidden + self.dropped(read))
        wide = functional.gelu(self.inner(middle))
        return self.get_submodule("outer_norm")(middle + self.dropped(self.outer(wide)))


class LastLayers(nn.Module):
    """The last layers and a head that says whether the text answers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(FIRST_LAYER, SHAPE.layers))
        self.head, self.dropped = nn.Linear(WIDTH, 1), nn.Dropout(_DROPPED)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """(n,) Logits, of what the layers before read, (n, tokens, width)."""
        for layer in self.layers:
            hidden = layer(hidden, mask)
        return self.head(self.dropped(hidden[:, 0]))[:, 0]


def published() -> dict[str, NDArray[np.float32]]:
    """The tensors of the network in its package as numbers, those in int8 times their scales."""
    model = onnx.load(package_folder(PACKAGE, PACKAGE) / FOLDER / "model.onnx")
    tensors = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}

    def numbers(quantised: str) -> NDArray[np.float32]:
        zero, scale = (tensors[quantised.replace("_quantized", f"_{k}")] for k in _SCALED)
        return (tensors[quantised].astype(np.float32) - zero.astype(np.float32)) * scale

    for name in [name for name in tensors if "embeddings" in name and "_quantized" in name]:
        tensors[name.removesuffix("_quantized")] = numbers(name)
    for module, node in matrix_names(model).items():
        tensors[f"{module}.weight"] = numbers(node.input[1]).T
    return tensors


def as_published() -> LastLayers:
    """The layers as the cross-encoder has them, and a head that knows nothing yet."""
    network = LastLayers()
    layers = layer_state(published(), range(FIRST_LAYER, SHAPE.layers))
    network.load_state_dict(network.state_dict() | layers)
    return network


def layer_state(
    tensors: Mapping[str, NDArray[np.float32]], numbers: Iterable[int]
) -> dict[str, Tensor]:
    """The state of a network's `layers`, which are those of these numbers in the published one."""
    return {
        f"layers.{at}.{name}.{kind}": torch.tensor(
            tensors[f"bert.encoder.layer.{number}.{module}.{kind}"].copy()
        )
        for at, number in enumerate(numbers)
        for name, module in MODULES.items()
        for kind in ("weight", "bias")
    }


def arranged(network: LastLayers) -> dict[str, NDArray[np.float32]]:
    """The weights as `core.retrieval.answer_layers` reads them."""
    state = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    kept = {"head": state["head.weight"][0], "head_bias": state["head.bias"]}
    for number in range(FIRST_LAYER, SHAPE.layers):
        tensors = {
            f"encoder.layer.{number}.{module}.{kind}": state[
                f"layers.{number - FIRST_LAYER}.{name}.{kind}"
            ]
            for name, module in MODULES.items()
            for kind in ("weight", "bias")
        }
        kept |= layer_weights(tensors, number)
    return kept


class Reading:
    """Texts as the layers before read them, with what is to be said of each."""

    def __init__(
        self,
        hidden: Sequence[NDArray[np.float16]],
        answers: Sequence[bool],
        weights: Sequence[float],
    ) -> None:
        """`hidden` are (tokens, width) each."""
        self._hidden = hidden
        self._lengths = np.array([*map(len, hidden)])
        self._answers = np.array(answers, np.float32)
        self._weights = np.array(weights, np.float32)

    def batches(self, rng: np.random.Generator) -> list[NDArray[np.int64]]:
        """Places of texts of about the same length, in an order of chance."""
        return batched(self._lengths, rng, 8, _BATCH_TOKENS)

    def loss(self, network: nn.Module, batch: NDArray[np.int64]) -> Tensor:
        """The weighted mean of the cross-entropy."""
        hidden = np.zeros((len(batch), self._lengths[batch].max(), WIDTH), np.float32)
        mask = np.zeros(hidden.shape[:2], np.bool_)
        for row, place in enumerate(batch):
            hidden[row, : self._lengths[place]] = self._hidden[place]
            mask[row, : self._lengths[place]] = True
        logits = network(torch.from_numpy(hidden), torch.from_numpy(mask))
        answers, weights = (torch.from_numpy(one[batch]) for one in (self._answers, self._weights))
        return functional.binary_cross_entropy_with_logits(logits, answers, weights)


def batched(
    lengths: NDArray[np.int64], rng: np.random.Generator, spread: int, most: int
) -> list[NDArray[np.int64]]:
    """Places of texts whose lengths differ by some `spread` tokens, at most so many in a batch."""
    order = np.argsort(lengths + rng.random(len(lengths)) * spread)
    batches: list[NDArray[np.int64]] = []
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or lengths[order[end]] * (end + 1 - start) > most:
            batches.append(order[start:end])
            start = end
    return [batches[at] for at in rng.permutation(len(batches))]


class Lesson(Protocol):
    """What a network is trained on."""

    def batches(self, rng: np.random.Generator) -> list[NDArray[np.int64]]:
        """The places of what is read together, in an order of chance."""
        ...

    def loss(self, network: nn.Module, batch: NDArray[np.int64]) -> Tensor:
        """What is to become less."""
        ...


def train(
    network: nn.Module, lesson: Lesson, epochs: float, rate: float, warming: float = _WARMING
) -> Iterator[tuple[int, float]]:
    """Trains with AdamW, and gives the number and the loss of each step.

    The module "head" learns faster; the rate rises over the share `warming` of the steps.
    """
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    steps = math.ceil(len(lesson.batches(rng)) * epochs)
    learning = {n: p for n, p in network.named_parameters() if p.requires_grad}
    head = {name for name in learning if name.startswith("head.")}
    groups: list[dict[str, Any]] = [
        {"params": [p for n, p in learning.items() if n not in head], "lr": rate},
        {"params": [learning[name] for name in head], "lr": rate * _HEAD_FASTER},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)

    def share(step: int) -> float:
        return min(1.0, (step + 1) / (warming * steps)) * max(_SLOWEST, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, share)
    done = 0
    while done < steps:
        for batch in lesson.batches(rng)[: steps - done]:
            network.train()
            loss = lesson.loss(network, batch)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            done += 1
            yield done, loss.item()
