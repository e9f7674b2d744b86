"""Who decides on the route of a document: a language model where there is one, else the policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection.agent import inspect_by_model, known_decision
from core.inspection.worker import inspect_document, known_inspection
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.inspection.results import Inspection
    from core.library import Library
    from core.llm.model import LanguageModel
    from core.parsing.parser_choice import Decide
    from core.progress import Progress


class RouteChoice:
    """Inspections of documents. Libraries are given with each call, since a new document is
    inspected in a draft of its own.
    """

    def __init__(self, model: Callable[[], LanguageModel | None]) -> None:
        """`model` gives the one that decides, None where the policy does."""
        self._model = model
        # A model that fails is not to be asked again with every look at a document.
        self._failed: LruCache[Inspection] = LruCache(256)

    def inspect(
        self, library: Library, document: str, progress: Progress | None = None
    ) -> Inspection:
        """What was found out and decided; asked of the model once. Raises as `inspect_document`.

        `progress` counts tools, or turns of the model.
        """
        model = self._model()
        if model is None:
            return inspect_document(library, document, progress)
        if inspection := self.known(library, document):
            return inspection
        inspection = inspect_by_model(library, document, model, progress)
        return self._failed.get(document, lambda: inspection) if inspection.notice else inspection

    def known(self, library: Library, document: str) -> Inspection | None:
        """What `inspect` would give, if that is known without looking into anything.

        Raises:
            NotFound: the library has no such document.
        """
        library.get(document)
        model = self._model()
        if model is None:
            return known_inspection(library, document)
        if self._failed.holds(document):
            return self._failed.get(document, lambda: inspect_document(library, document))
        return known_decision(library, document, model.name)

    def latest(self, library: Library, document: str) -> Inspection:
        """What is known without asking a model. Raises as `inspect_document`.

        That is what the model in force decided, else what the document was parsed by, else what
        the policy says.
        """
        if self._model() and (decided := self.known(library, document)):
            return decided
        parse = library.get(document).parse
        by = parse.decided_by if parse else ""
        decided = known_decision(library, document, by) if by else None
        return decided or inspect_document(library, document)

    def forget(self, document: str) -> None:
        """Let the model be asked again for a document that it failed for."""
        self._failed.forget(lambda key: key == document)

    def decide(self, progress: Progress | None) -> Decide:
        """`inspect` for a parse whose `progress` counts pages, none of which is read yet."""

        def decide(library: Library, document: str) -> Inspection:
            pages = library.get(document).page_count
            report = progress
            return self.inspect(
                library, document, (lambda *_: report(0, pages)) if report else None
            )

        return decide
