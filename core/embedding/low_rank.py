"""Small trained changes to a network in int8: narrow matrices beside its own.

What training changes of a matrix is far less than a step of int8, so it cannot be added to it; its
product with the input is added to that of the matrix instead.

Source: Hu et al. 2021, "LoRA: low-rank adaptation of large language models", 4.1; here the change
is what full training made of a matrix, cut to a low rank by its singular values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from onnx import ModelProto, NodeProto, helper, numpy_helper

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Weights = Mapping[str, NDArray[np.float32]]

LEFT, RIGHT = ".left", ".right"
"""What the names of the two narrow matrices, (inputs, rank) and (rank, outputs), end in."""


def matrix_names(model: ModelProto) -> dict[str, NodeProto]:
    """The products of the network with matrices in int8, by the names of their modules."""
    return {
        node.name.strip("/").removesuffix("/MatMul_quant").replace("/", "."): node
        for node in model.graph.node
        if node.op_type == "MatMulInteger"
    }


def adapt(model: ModelProto, weights: Weights) -> None:
    """Changes a network by narrow matrices and by vectors that take the place of its own.

    Raises:
        KeyError: the network has no such matrix or vector.
    """
    products = matrix_names(model)
    own = {tensor.name: tensor for tensor in model.graph.initializer}
    added: dict[str, list[NodeProto]] = {}
    for name, values in weights.items():
        tensor = numpy_helper.from_array(np.ascontiguousarray(values), name)
        if not name.endswith((LEFT, RIGHT)):
            own[name].CopyFrom(tensor)
            continue
        model.graph.initializer.append(tensor)
        if name.endswith(LEFT):
            module = name.removesuffix(LEFT)
            scaled, nodes = _beside(model, products[module], module)
            added[scaled] = nodes
    ordered = [one for node in model.graph.node for one in (node, *added.get(node.name, ()))]
    del model.graph.node[:]
    model.graph.node.extend(ordered)


def _beside(model: ModelProto, product: NodeProto, module: str) -> tuple[str, list[NodeProto]]:
    """The name of the node that scales a product, and the nodes that add the change to it."""
    source = next(n.input[0] for n in model.graph.node if product.input[0] in n.output)
    *_, scaled = _behind(model, product)
    result = scaled.output[0]
    scaled.output[0] = f"{module}.unchanged"
    return scaled.name, [
        helper.make_node("MatMul", [source, f"{module}{LEFT}"], [f"{module}.narrow"]),
        helper.make_node("MatMul", [f"{module}.narrow", f"{module}{RIGHT}"], [f"{module}.change"]),
        helper.make_node("Add", [scaled.output[0], f"{module}.change"], [result]),
    ]


def _behind(model: ModelProto, product: NodeProto) -> Iterator[NodeProto]:
    """The two nodes that make numbers of a product of whole ones: a cast, and its scale."""
    node = product
    for _ in range(2):
        node = next(other for other in model.graph.node if node.output[0] in other.input)
        yield node
