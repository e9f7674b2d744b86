"""Sentences of documents with the distances of neighbours: embedded once, then kept on disk."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from core.array_files import pack, unpack
from core.chunking.base import Sentences
from core.chunking.sentence_distances import measure_sentences

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.workbench.documents import Documents
    from core.workbench.embedding_turns import EmbeddingTurns

_STAGE = "sentences"


class SentenceStore:
    """The sentences that strategies cut by, for all encoders."""

    def __init__(
        self, documents: Documents, turns: EmbeddingTurns, encoder: Callable[[str], Encoder]
    ) -> None:
        """`encoder` gives an embedding model by its name."""
        self._documents = documents
        self._turns = turns
        self._encoder = encoder

    def has(self, document: str, encoder: str) -> bool:
        """Whether they can be read at once."""
        key = _key(self._documents.tree_key(document), encoder)
        return self._documents.library.keeps(document, _STAGE, key)

    def turn(
        self, document: str, encoder: str, progress: Progress | None
    ) -> AbstractContextManager[None]:
        """The turn in which `of` may embed; threads that ask at the same time embed once."""
        if self.has(document, encoder):
            return nullcontext()
        return self._turns.now([sentences_of(document, encoder)], progress)

    def of(self, document: str, encoder: str, progress: Progress | None = None) -> Sentences:
        """The sentences of a document; `progress` counts them where they must be embedded.

        To be asked for within `turn`: who waits for one must not hold what another thread needs.
        """
        name, stream = self._documents.named_stream(document)
        key = _key(name, encoder)
        content = self._documents.library.load_cached(document, _STAGE, key)
        if content and (stored := unpack(Sentences, content)):
            return stored
        sentences = measure_sentences(stream, self._encoder(encoder), progress)
        self._documents.keep(document, _STAGE, key, pack(sentences))
        return sentences


def _key(tree: str, encoder: str) -> str:
    return f"{tree}-{encoder}".replace("/", "_")


def sentences_of(document: str, encoder: str) -> tuple[str, str, str]:
    """The key of sentences where threads take turns."""
    return _STAGE, document, encoder
