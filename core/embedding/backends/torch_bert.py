"""A BERT run by torch, which has fast bfloat16 where the processor has AMX or AVX512-BF16."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn.functional import gelu, layer_norm, linear, scaled_dot_product_attention

from core.embedding.base import unit_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.embedding.bert_graph import BertShape, Weights

_MATRICES = ("qkv", "attended", "inner", "outer")


class TorchBert:
    """The operators of `bert_graph`, one by one; the states are averaged in float32."""

    def __init__(self, weights: Weights, shape: BertShape, precision: torch.dtype) -> None:
        """Copies the weights."""
        self._shape, self._precision = shape, precision
        self._weights = {name: self._copied(name, values) for name, values in weights.items()}

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        """See `Backend`."""
        with torch.inference_mode():
            is_text = torch.from_numpy(mask)
            seen = None if mask.all() else is_text[:, None, None, :] > 0
            words = self._weights["words"][torch.from_numpy(ids).long()]
            states = words + self._weights["positions"][: ids.shape[1]]
            states = self._normed(states, "embedding_norm", "embedding_norm_bias")
            for layer in range(self._shape.layers):
                states = self._layer(states, seen, layer)
            return unit_rows((states.float() * is_text[:, :, None]).sum(1).numpy())

    def _layer(self, states: torch.Tensor, seen: torch.Tensor | None, layer: int) -> torch.Tensor:
        texts, tokens, width = states.shape
        heads = self._linear(states, "qkv", layer).view(texts, tokens, 3, self._shape.heads, -1)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        read = scaled_dot_product_attention(query, key, value, attn_mask=seen)
        read = read.transpose(1, 2).reshape(texts, tokens, width)
        middle = self._skip(states, self._linear(read, "attended", layer), "attended_norm", layer)
        wide = gelu(self._linear(middle, "inner", layer))
        return self._skip(middle, self._linear(wide, "outer", layer), "outer_norm", layer)

    def _linear(self, states: torch.Tensor, name: str, layer: int) -> torch.Tensor:
        return linear(
            states, self._weights[f"{name}.{layer}"], self._weights[f"{name}_bias.{layer}"]
        )

    def _skip(
        self, past: torch.Tensor, states: torch.Tensor, name: str, layer: int
    ) -> torch.Tensor:
        return self._normed(past + states, f"{name}.{layer}", f"{name}_bias.{layer}")

    def _normed(self, states: torch.Tensor, weight: str, bias: str) -> torch.Tensor:
        shape, epsilon = states.shape[-1:], self._shape.epsilon
        return layer_norm(states, shape, self._weights[weight], self._weights[bias], epsilon)

    def _copied(self, name: str, values: NDArray[np.float32]) -> torch.Tensor:
        turned = values.T if name.partition(".")[0] in _MATRICES else values
        return torch.from_numpy(np.array(turned, order="C")).to(self._precision)


bfloat16 = partial(TorchBert, precision=torch.bfloat16)
float32 = partial(TorchBert, precision=torch.float32)
