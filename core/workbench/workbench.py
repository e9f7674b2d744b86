"""A data folder with all that is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library import Library
from core.library.file_stores import open_files
from core.library.record_stores import open_records
from core.llm import open_model
from core.people import open_directory, permissions_of
from core.rights import Right
from core.workbench.answer_records import AnswerRecords
from core.workbench.answers import Answers
from core.workbench.chunks import Chunks
from core.workbench.descriptions import Descriptions
from core.workbench.documents import Documents
from core.workbench.editions import Editions
from core.workbench.embedding_turns import EmbeddingTurns
from core.workbench.evidence_cards import DocumentCards
from core.workbench.glossaries import Glossaries
from core.workbench.history import History
from core.workbench.index import Index
from core.workbench.other_parsers import OtherParsers
from core.workbench.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.configuration import Configuration
    from core.settings import Settings


class Workbench:
    """Documents in, chunks and answers out; nothing is computed twice.

    `model` is the language model that inspects, plans and answers, None where there is no key;
    another one holds from the next call on. `directory` is that of the people who use it, None on
    a desk. `on_change` is called with each document that left
    the indexes, since it was deleted or changed.
    """

    def __init__(self, settings: Settings) -> None:
        """Opens the library in the data folder; loads no model and no index."""
        self.settings = settings
        self.directory = open_directory(settings) if settings.database else None
        files = open_files(settings)
        self.library = Library(
            settings,
            permissions=permissions_of(self.directory),
            store=open_records(settings),
            files=files,
        )
        self.model = open_model(settings)
        self.on_change: Callable[[str], None] | None = None
        turns = EmbeddingTurns()
        self.documents = Documents(self.library, lambda: self.model, self._changed)
        self.editions = Editions(self.library, self.documents)
        self.cards = DocumentCards(self.documents)
        self.glossaries = Glossaries(self.documents)
        self.parsers = OtherParsers(self.library, lambda: self.model)
        self.segments = Segments(self.documents, lambda: self.model)
        self.descriptions = Descriptions(self.documents, lambda: self.model, self._found_anew)
        self.chunks = Chunks(self.documents, lambda: self.model, turns)
        self.index = Index(settings, self.chunks, turns)
        self.history = History(self.library, self.documents)
        self.records = AnswerRecords(self.library, self.documents, self.history, self.cards)
        self.answers = Answers(
            self.library,
            self.chunks,
            self.index,
            lambda: self.model,
            turns,
            strict=settings.strict_claims,
            second_reader=settings.second_reader,
        )

    def chunk_again(self, document: str, config: Configuration) -> None:
        """Forget the chunks of a document by a configuration, as when the model failed for them.

        They leave the index, too. What the model answered before is still known and costs
        nothing.
        """
        self.library.permissions.allow(Right.EDIT)
        self.library.require(document)
        self.chunks.drop(document, config)
        self.index.remove(document, config)
        self.library.permissions.did("cut anew", document)

    def delete(self, document: str) -> None:
        """Removes a document, its results and its entries in every index.

        Raises:
            NotFound: the library has no such document.
        """
        self.library.delete(document)
        self._changed(document)

    def forget(self, document: str) -> None:
        """Drops what is held of a document in memory, as where its files were changed."""
        self.documents.forget(document)
        self.chunks.forget(document)

    def close(self) -> None:
        """Lets go of the indexes; the workbench can still be used."""
        self.index.close()

    def _changed(self, document: str) -> None:
        """Drops all that was made from a tree of the document that is no more."""
        self.documents.forget(document)
        self._found_anew(document)

    def _found_anew(self, document: str) -> None:
        """Drops chunks and entries in indexes of a document that is found by other words now."""
        self.chunks.forget(document)
        try:
            self.index.remove_everywhere(document)
        finally:
            if self.on_change:
                self.on_change(document)
