"""How far neighbouring sentences of a document are apart. Source: thesis, section 3.4.3."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import Sentences

if TYPE_CHECKING:
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.tokens import TokenStream


def measure_sentences(
    stream: TokenStream, encoder: Encoder, progress: Progress | None = None
) -> Sentences:
    """The sentences of a stream, embedded once; `progress` counts them."""
    starts = stream.sentence_starts
    texts = [stream.text(*bounds) for bounds in pairwise([*starts.tolist(), len(stream)])]
    if len(texts) < 2:
        return Sentences(starts, np.zeros(0, np.float32))
    vectors = encoder.encode(texts, progress)
    similarity = np.einsum("ij,ij->i", vectors[:-1], vectors[1:])
    return Sentences(starts, (1.0 - similarity).astype(np.float32))
