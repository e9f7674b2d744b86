"""Figures of documents in the words of a language model: made when somebody asks for it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.additions import FigureDescription
from core.errors import BrokenPdf, LimitReached, SetupError, SightlineError
from core.llm.base import Picture
from core.progress import Progress, part
from core.refining.figure_descriptions import STAGE, describe
from core.refining.figures import figure_box, figures_of
from core.refining.stored_descriptions import (
    drop_description,
    load_descriptions,
    store_descriptions,
)
from core.rendering import Renderer
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.sir import Sir
    from core.workbench.document_trees import Listener, ModelGetter
    from core.workbench.documents import Documents

_AT_ONCE = 8
"""Figures that are drawn and asked about together; what of them is answered is kept at once."""
_NO_MODEL = (
    "There is no language model to describe figures. Choose one that sees on the page Settings, or "
    "set GEMINI_API_KEY or SIGHTLINE_MODEL."
)


class Described(NamedTuple):
    """What came of it: descriptions that were made, and the errors of the others, by node."""

    made: tuple[FigureDescription, ...]
    failed: Mapping[int, SightlineError]


class Descriptions:
    """Descriptions of figures, kept under the tree that the figures are of."""

    def __init__(self, documents: Documents, model: ModelGetter, changed: Listener) -> None:
        """`changed` is called with each document that is found by other words now."""
        self._documents = documents
        self._library = documents.library
        self._model = model
        self._changed = changed

    def of(self, document: str) -> tuple[FigureDescription, ...]:
        """The descriptions of a document's figures, in reading order.

        Raises:
            NotFound: the library has no such document.
            DataDamaged: the file that holds them is damaged.
        """
        tree, stream = self._documents.named_stream(document)
        return load_descriptions(self._library, tree, stream.sir)

    def missing(self, document: str) -> tuple[int, ...]:
        """The figures that are large enough for a description and have none. Raises as `of`."""
        known = {description.node for description in self.of(document)}
        figures = figures_of(self._documents.sir(document))
        return tuple(node for node in figures.large if node not in known)

    def make(
        self, document: str, nodes: Sequence[int], progress: Progress | None = None
    ) -> Described:
        """The descriptions of figures, which replace those that they had.

        `progress` counts figures. Those that were answered before it asked to stop stay.

        Raises:
            SetupError: there is no language model.
            NotFound: the library has no such document.
            Cancelled: `progress` asked for it.
        """
        self._library.permissions.allow(Right.REVIEW)
        model = self._model()
        if model is None:
            raise SetupError(_NO_MODEL)
        tree, stream = self._documents.named_stream(document)
        task = model.task(STAGE, document)
        made: list[FigureDescription] = []
        failed: dict[int, SightlineError] = {}
        try:
            with closing(Renderer()) as renderer:
                for start in range(0, len(nodes), _AT_ONCE):
                    some = nodes[start : start + _AT_ONCE]
                    pictures = self._pictures(stream.sir, some, renderer, failed)
                    steps = part(progress, start, len(nodes))
                    answers = describe(task, stream.sir, pictures, steps)
                    new: list[FigureDescription] = []
                    for (node, _), answer in zip(pictures, answers, strict=True):
                        if isinstance(answer, str):
                            new.append(FigureDescription(node, answer, model.name))
                        else:
                            failed[node] = answer
                    store_descriptions(self._library, tree, stream.sir, new)
                    made += new
        finally:
            if made:
                self._library.permissions.did("described figures", document)
                self._changed(document)
        return Described(tuple(made), failed)

    def drop(self, document: str, node: int) -> None:
        """Forgets the description of a figure. Raises as `of`."""
        tree, stream = self._documents.named_stream(document)
        drop_description(self._library, tree, stream.sir, node)
        self._changed(document)

    def _pictures(
        self, sir: Sir, nodes: Sequence[int], renderer: Renderer, failed: dict[int, SightlineError]
    ) -> list[tuple[int, Picture]]:
        """What the pages show of figures; those that cannot be drawn are noted in `failed`."""
        path, name = self._library.pdf_path(sir.document), self._library.get(sir.document).name
        pictures: list[tuple[int, Picture]] = []
        for node in nodes:
            box = figure_box(sir, node)
            if box is None:
                continue
            try:
                image = renderer.crop(path, box, name)
            except (BrokenPdf, LimitReached) as error:
                failed[node] = error
            else:
                pictures.append((node, Picture(image.data, image.mime)))
        return pictures
