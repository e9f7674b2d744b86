"""Chunks of documents, cut once for each recipe: by rules, or by the plan of a language model."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from core.array_files import pack, unpack
from core.chunking import READS_SENTENCES
from core.chunking.base import ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.embedding import open_encoder
from core.lru_cache import Memory
from core.refining import cut
from core.workbench.documents import Documents
from core.workbench.embedding_turns import Turns

if TYPE_CHECKING:
    from pathlib import Path

    from core.chunking.base import ChunkingResult
    from core.configuration import Recipe
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.settings import Settings

_PLANS = "plans"
"""The stage that keeps chunks planned by a language model."""
_NO_KEY = (
    "A plan by a language model was asked for, but there is no key: rules planned instead. Enter "
    "a key on the page Settings, or set GEMINI_API_KEY."
)


class Chunkings(Documents):
    """Documents in, chunks out."""

    def __init__(self, settings: Settings) -> None:
        """Opens the library in the data folder; loads no model."""
        super().__init__(settings)
        self._chunks: Memory[ChunkingResult] = Memory(48)
        self._encoders: Memory[Encoder] = Memory(4)
        self._turns = Turns()

    def sentences(self, document: str, encoder: str, progress: Progress | None = None) -> Sentences:
        """Sentences with the distances of neighbours; embedded once, then kept on disk.

        `progress` counts sentences. Threads that ask at the same time embed them once.
        """
        if self.has_sentences(document, encoder):
            return self._sentences(document, encoder, progress)
        with self._turns.now([sentences_of(document, encoder)], progress):
            return self._sentences(document, encoder, progress)

    def _sentences(self, document: str, encoder: str, progress: Progress | None) -> Sentences:
        """Without a turn: whoever waits for one must not hold what another thread needs."""
        name, stream = self.named_stream(document)
        key = _sentences_key(name, encoder)
        held = self.library.load_bytes(document, "sentences", key)
        if held and (kept := unpack(Sentences, held)):
            return kept
        found = measure_sentences(stream, self.encoder(encoder), progress)
        self._keep(document, "sentences", key, pack(found))
        return found

    def has_sentences(self, document: str, encoder: str) -> bool:
        """Whether `sentences` would answer at once."""
        key = _sentences_key(self.tree_key(document), encoder)
        return self.library.stage_path(document, "sentences", key).exists()

    def chunks(
        self, document: str, recipe: Recipe, progress: Progress | None = None
    ) -> ChunkingResult:
        """The chunks of a document; a plan of a language model is made once, then kept on disk.

        Any plan is made by the model of the settings; without one rules plan, and the making says
        so. `progress` counts sentences where they must be embedded, and steps of a plan.
        """
        usable = self._usable(recipe)
        key = (document, usable.key)
        embeds = usable.strategy in READS_SENTENCES and not usable.model
        if not embeds or self._chunks.holds(key) or self.has_sentences(document, usable.encoder):
            turn = nullcontext()
        else:
            turn = self._turns.now([sentences_of(document, usable.encoder)], progress)
        with turn:
            result = self._chunks.get(key, lambda: self._made(document, usable, progress))
        return result if recipe.model == "" or usable.model else _without_key(result)

    def has_chunks(self, document: str, recipe: Recipe) -> bool:
        """Whether `chunks` would answer without asking a language model."""
        usable = self._usable(recipe)
        if not usable.model or self._chunks.holds((document, usable.key)):
            return self._chunks.holds((document, usable.key))
        return self._plan_path(document, usable).exists()

    def encoder(self, name: str) -> Encoder:
        """An embedding model, loaded once.

        Raises:
            InvalidOption: there is no such model.
            SetupError: it is missing or damaged.
            KeyRefused: it needs the key of a service, and there is none.
        """
        return self._encoders.get(name, lambda: open_encoder(name, self.model))

    def forget(self, document: str) -> None:
        """See `Documents.forget`."""
        super().forget(document)
        self._chunks.forget(lambda key: isinstance(key, tuple) and key[0] == document)

    def _usable(self, recipe: Recipe) -> Recipe:
        """The recipe with the model that there is, if it asks for any."""
        model = self.model.name if recipe.model and self.model else ""
        return replace(recipe, model=model)

    def _plan_path(self, document: str, recipe: Recipe) -> Path:
        return self.library.stage_path(document, _PLANS, self._plan_key(document, recipe))

    def _plan_key(self, document: str, recipe: Recipe) -> str:
        return f"{self.tree_key(document)}-{recipe.key}"

    def _made(self, document: str, recipe: Recipe, progress: Progress | None) -> ChunkingResult:
        """Chunks by rules, or by a plan, which is read again where it was made before."""
        if not recipe.model:
            return self._cut(document, recipe, progress)
        key = self._plan_key(document, recipe)
        if held := self.library.load_bytes(document, _PLANS, key):
            stream = self.stream(document)
            path = self._plan_path(document, recipe)
            if kept := unpack_chunks(stream, recipe.strategy, recipe.options, held, path):
                return kept
        result = self._cut(document, recipe, progress)
        self._keep(document, _PLANS, key, pack_chunks(result))
        return result

    def _cut(self, document: str, recipe: Recipe, progress: Progress | None) -> ChunkingResult:
        def sentences() -> Sentences:
            return self._sentences(document, recipe.encoder, progress)

        model = self.model if recipe.model else None
        source = ChunkSource(self.stream(document), sentences, model, progress)
        return cut(source, recipe.strategy, recipe.options)


def _without_key(result: ChunkingResult) -> ChunkingResult:
    """The chunking with a notice that no model took part in it."""
    notices = (*result.making.notices, _NO_KEY)
    return replace(result, making=replace(result.making, notices=notices))


def _sentences_key(tree: str, encoder: str) -> str:
    return f"{tree}-{encoder}".replace("/", "_")


def sentences_of(document: str, encoder: str) -> tuple[str, str, str]:
    """The key of sentences where threads take turns."""
    return "sentences", document, encoder
