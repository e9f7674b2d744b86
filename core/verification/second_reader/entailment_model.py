"""A cross-encoder for natural language inference as a second reader; torch is imported only here.

Source: Honovich et al. 2022, "TRUE: Re-evaluating Factual Consistency Evaluation"; Laban et al.
2022, "SummaC", 3.1: the text is read in stretches of a few sentences, and the one that speaks most
clearly decides.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from safetensors import SafetensorError

from core.errors import ModelError, SetupError
from core.text.language import language_of
from core.verification.clauses import content, share
from core.verification.closeness import windows
from core.verification.second_reader.base import Opinion, Reading
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from core.progress import Progress

_SURE = 0.5
"""Probability from which a label decides."""
_LINE = 0.5
"""Share of a line's words in the stretch that decides, from which the line is named."""


class EntailmentReader:
    """Any model of sentence-transformers that tells entailment from the rest, on this machine."""

    def __init__(self, model: str) -> None:
        """Loads `model`, a name or a folder; nothing is downloaded.

        Raises:
            SetupError: it is not on this machine, is damaged, or tells no entailment.
        """
        self.name = model.rstrip("/").rpartition("/")[2]
        try:
            _require(model)
            from sentence_transformers import CrossEncoder

            self._model = CrossEncoder(model, device="cpu", local_files_only=True)
        except (OSError, ValueError) as error:
            raise SetupError(
                f"The entailment model {model} is not on this machine, and it is not downloaded by "
                "itself. Fetch it, name a folder that holds one, or choose another second reader."
            ) from error
        except (SafetensorError, KeyError, RuntimeError, ImportError) as error:
            raise SetupError(
                f"The entailment model {model} is damaged, or of a kind that this version of "
                "sentence-transformers cannot load. Fetch it anew, or choose another second reader."
            ) from error
        labels = self._model.config.id2label if self._model.config else None
        self._entails, self._contradicts = _columns(model, labels or {})

    def read(
        self, readings: Sequence[Reading], progress: Progress | None = None
    ) -> list[Opinion | ModelError]:
        """See `SecondReader.read`."""
        opinions: list[Opinion | ModelError] = []
        for done, reading in enumerate(readings, 1):
            opinions.append(self._read(reading))
            if progress:
                progress(done, len(readings))
        return opinions

    def _read(self, reading: Reading) -> Opinion:
        source = reading.source
        stretches = windows(reading.statement, language_of(reading.statement), source)
        premises = ["\n".join((*source.headings, text)) for text in stretches]
        chances = self._chances([(premise, reading.statement) for premise in premises])
        entailed = chances[:, self._entails]
        against = np.zeros(len(chances))
        if self._contradicts is not None:
            against = chances[:, self._contradicts]
        if entailed.max() >= max(_SURE, against.max()):
            return Opinion(Verdict.SUPPORTED, _lines(reading, stretches[int(entailed.argmax())]))
        if against.max() >= _SURE:
            return Opinion(Verdict.UNSUPPORTED, _lines(reading, stretches[int(against.argmax())]))
        return Opinion(None)

    def _chances(self, pairs: list[tuple[str, str]]) -> NDArray[np.float32]:
        """(n, labels) Probabilities of the labels for a premise and a claim."""
        return np.asarray(self._model.predict(pairs, apply_softmax=True, show_progress_bar=False))


def _require(model: str) -> None:
    """Looks for a model where loading looks for it; that would import torch first, for seconds.

    Raises:
        OSError: it is neither a folder that holds one nor in the cache.
        ValueError: it can be the name of none.
    """
    from huggingface_hub import try_to_load_from_cache

    own = Path(model) / "config.json"
    cache = os.getenv("SENTENCE_TRANSFORMERS_HOME")  # else the hub's own, as for loading
    if not own.is_file() and not isinstance(try_to_load_from_cache(model, own.name, cache), str):
        raise FileNotFoundError(model)


def _columns(model: str, labels: Mapping[Any, str]) -> tuple[int, int | None]:
    """The columns of entailment and of contradiction; a model of two labels has only the first.

    Raises:
        SetupError: no label is entailment.
    """
    columns = {label.lower(): int(column) for column, label in labels.items()}
    if "entailment" not in columns:
        raise SetupError(
            f"{model} tells no entailment: its labels are {', '.join(labels.values())}. Choose a "
            "model for natural language inference."
        )
    return columns["entailment"], columns.get("contradiction")


def _lines(reading: Reading, stretch: str) -> tuple[int, ...]:
    language = reading.source.language
    words = content(stretch, language)
    return tuple(
        line.number for line in reading.lines if share(content(line.text, language), words) >= _LINE
    )
