"""Narrow matrices beside those of a network in int8."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper, numpy_helper

from core.embedding.low_rank import adapt, matrix_names
from core.embedding.onnx_sessions import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray

RNG = np.random.default_rng(3)
WHOLE = RNG.integers(-127, 127, (8, 6)).astype(np.int8)
SCALE = np.float32(0.01)
INPUT = RNG.normal(size=(1, 8)).astype(np.float32)


def narrow(rows: int, columns: int) -> NDArray[np.float32]:
    """A matrix of small numbers by chance."""
    return np.asarray(RNG.normal(size=(rows, columns)) / 50, np.float32)


def network() -> ModelProto:
    """A matrix in int8 as the quantiser of onnxruntime writes it, and a bias."""
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"]),
        helper.make_node("Mul", ["s", "scale"], ["scales"], name="/part/MatMul_quant_scales_mul"),
        helper.make_node("MatMulInteger", ["q", "w", "z", "w0"], ["i"], name="/part/MatMul_quant"),
        helper.make_node("Cast", ["i"], ["f"], to=TensorProto.FLOAT, name="cast"),
        helper.make_node("Mul", ["f", "scales"], ["m"], name="/part/MatMul_quant_output_scale_mul"),
        helper.make_node("Add", ["m", "part.bias"], ["y"]),
    ]
    weights = {"w": WHOLE, "w0": np.int8(0), "scale": SCALE, "part.bias": np.zeros(6, np.float32)}
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 6])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)


def output(model: ModelProto) -> NDArray[np.float32]:
    """What a network makes of the input."""
    return np.asarray(open_session(model.SerializeToString()).run(None, {"x": INPUT})[0])


def test_changes_smaller_than_a_step_of_int8_count() -> None:
    left, right = narrow(8, 2), narrow(2, 6)
    bias = np.arange(6, dtype=np.float32)
    model, changed = network(), network()
    adapt(changed, {"part.left": left, "part.right": right, "part.bias": bias})
    assert np.abs(left @ right).max() < SCALE
    assert output(changed) == pytest.approx(output(model) + INPUT @ left @ right + bias, abs=1e-5)


def test_a_matrix_or_a_vector_that_is_not_there_is_told() -> None:
    assert [*matrix_names(network())] == ["part"]
    with pytest.raises(KeyError):
        adapt(network(), {"other.left": narrow(8, 2), "other.right": narrow(2, 6)})
    with pytest.raises(KeyError):
        adapt(network(), {"other.bias": np.zeros(6, np.float32)})
