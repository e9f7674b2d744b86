"""An ONNX graph of a BERT encoder, made of the fused operators of onnxruntime.

Attention, layer norm with its skip connection, and GELU are one operator each, which is what
makes it faster than the same model run operator by operator. The graph names its weights but
does not hold them: they are handed to the session, so nothing is copied or written to disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import NodeProto, TensorProto, ValueInfoProto, helper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_FUSED = "com.microsoft"
_OPSET, _IR_VERSION = 17, 10
"""Read by every onnxruntime since 1.18."""
_AXES = ["texts", "tokens"]

Weights = dict[str, "NDArray[np.float32]"]


@dataclass(frozen=True)
class BertShape:
    """The figures of a BERT model that its weights do not tell."""

    layers: int
    heads: int
    epsilon: float


def arranged_weights(tensors: Mapping[str, NDArray[np.float32]], shape: BertShape) -> Weights:
    """The weights by the names and in the layout that `bert_graph` uses.

    Matrices are transposed, query, key and value joined, and the embedding of token type 0,
    the only one a single text has, is added to the positions.
    """
    weights: Weights = {
        "words": tensors["embeddings.word_embeddings.weight"],
        "positions": tensors["embeddings.position_embeddings.weight"]
        + tensors["embeddings.token_type_embeddings.weight"][0],
        "embedding_norm": tensors["embeddings.LayerNorm.weight"],
        "embedding_norm_bias": tensors["embeddings.LayerNorm.bias"],
    }
    for layer in range(shape.layers):
        weights |= layer_weights(tensors, layer)
    return {name: np.ascontiguousarray(value) for name, value in weights.items()}


def layer_weights(tensors: Mapping[str, NDArray[np.float32]], layer: int) -> Weights:
    """The weights of one layer, as in `arranged_weights`."""
    source = f"encoder.layer.{layer}."
    parts = [f"{source}attention.self.{part}." for part in ("query", "key", "value")]
    weights: Weights = {
        f"qkv.{layer}": np.concatenate([tensors[f"{part}weight"].T for part in parts], axis=1),
        f"qkv_bias.{layer}": np.concatenate([tensors[f"{part}bias"] for part in parts]),
    }
    modules = {
        "attended": "attention.output.dense",
        "attended_norm": "attention.output.LayerNorm",
        "inner": "intermediate.dense",
        "outer": "output.dense",
        "outer_norm": "output.LayerNorm",
    }
    for name, module in modules.items():
        weights[f"{name}.{layer}"] = tensors[f"{source}{module}.weight"].T
        weights[f"{name}_bias.{layer}"] = tensors[f"{source}{module}.bias"]
    return weights


def bert_graph(weights: Weights, shape: BertShape) -> bytes:
    """The serialised graph: `ids` and `mask` (texts, tokens) int32 to `hidden` (.., width).

    `mask` is 1 for tokens and 0 for the padding on their right.
    """
    embedded = helper.make_node(
        "EmbedLayerNormalization",
        ["ids", "", "words", "positions", "", "embedding_norm", "embedding_norm_bias", "mask"],
        ["hidden.0", "lengths"],
        domain=_FUSED,
        epsilon=shape.epsilon,
    )
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT32, _AXES) for n in ("ids", "mask")]
    return _serialised([embedded, *_nodes(shape, 0)], inputs, weights, shape)


def last_layers_graph(weights: Weights, shape: BertShape, first: int) -> bytes:
    """The serialised graph of the layers from `first` on (counted from 0).

    From what the layer before gives, `hidden.{first}` (texts, tokens, width), and `lengths`
    (texts,) int32, the tokens of each text, to `hidden` (texts, 1, width) of the first token.
    """
    width = _width(weights, shape)
    inputs = [
        helper.make_tensor_value_info(f"hidden.{first}", TensorProto.FLOAT, [*_AXES, width]),
        helper.make_tensor_value_info("lengths", TensorProto.INT32, _AXES[:1]),
    ]
    return _serialised(_nodes(shape, first, only_first=True), inputs, weights, shape, [_AXES[0], 1])


def _nodes(shape: BertShape, first: int, *, only_first: bool = False) -> list[NodeProto]:
    """The nodes of the layers from `first` on; the last one of the first token alone if so said."""
    *layers, last = range(first, shape.layers)
    nodes = [node for layer in layers for node in _layer_nodes(layer, shape)]
    nodes += _layer_nodes(last, shape, only_first=only_first)
    return [*nodes, helper.make_node("Identity", [f"hidden.{shape.layers}"], ["hidden"])]


def _width(weights: Weights, shape: BertShape) -> int:
    return weights[f"outer_norm.{shape.layers - 1}"].shape[0]


def _serialised(
    nodes: list[NodeProto],
    inputs: list[ValueInfoProto],
    weights: Weights,
    shape: BertShape,
    axes: Sequence[str | int] = _AXES,
) -> bytes:
    dimensions = [*axes, _width(weights, shape)]
    graph = helper.make_graph(
        nodes,
        "bert",
        inputs,
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, dimensions)],
        [_declared(name, value) for name, value in weights.items()],
    )
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
    return model.SerializeToString()


def _layer_nodes(layer: int, shape: BertShape, *, only_first: bool = False) -> list[NodeProto]:
    def node(operator: str, inputs: list[str], output: str, **attributes: Any) -> NodeProto:
        domain = "" if operator == "MatMul" else _FUSED
        names = [name if "." in name else f"{name}.{layer}" for name in inputs]
        return helper.make_node(operator, names, [f"{output}.{layer}"], domain=domain, **attributes)

    def skip(source: str, past: str, module: str, output: str) -> NodeProto:
        inputs = [source, past, f"{module}_norm", f"{module}_norm_bias", f"{module}_bias"]
        return node("SkipLayerNormalization", inputs, output, epsilon=shape.epsilon)

    gathered = _gathered(layer) if only_first else []
    heads, past = ("first_heads", "first_hidden") if only_first else ("heads", "hidden")
    nodes = [
        node("Attention", ["hidden", "qkv", "qkv_bias"], "heads", num_heads=shape.heads),
        *gathered,
        node("MatMul", [heads, "attended"], "projected"),
        skip("projected", past, "attended", "middle"),
        node("MatMul", ["middle", "inner"], "wide"),
        node("BiasGelu", ["wide", "inner_bias"], "activated"),
        node("MatMul", ["activated", "outer"], "narrow"),
        skip("narrow", "middle", "outer", f"hidden.{layer + 1}"),
    ]
    nodes[0].input.append("lengths")
    nodes[-1].output[:] = [f"hidden.{layer + 1}"]
    return nodes


def _gathered(layer: int) -> list[NodeProto]:
    """What was attended by the first token, and what it was before."""
    zero = helper.make_tensor("zero", TensorProto.INT64, [1], [0])
    taken = ((f"{name}.{layer}", f"first_{name}.{layer}") for name in ("heads", "hidden"))
    return [
        helper.make_node("Constant", [], [f"zero.{layer}"], value=zero),
        *(helper.make_node("Gather", [n, f"zero.{layer}"], [first], axis=1) for n, first in taken),
    ]


def _declared(name: str, value: NDArray[np.float32]) -> TensorProto:
    """A weight by name, type and shape; its values come with the session."""
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=value.shape)
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="handed-over-by-the-session")
    return tensor
