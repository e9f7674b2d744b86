"""A library as components of Haystack: files to chunks, and a query to chunks."""

import logging
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Self
from urllib.parse import unquote, urlsplit

import sightline
from core.errors import InvalidOption
from core.plugins import importing
from sightline import Chunk, Library, Recipe, SightlineError
from sightline.retrievers.metadata import metadata_of

with importing("haystack", "The components for Haystack"):
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.components.converters.utils import normalize_metadata
    from haystack.dataclasses import ByteStream

_LOG = logging.getLogger("sightline")
_NAMES = ("file_name", "file_path")
"""Where components of Haystack keep the name of a stream; those that fetch keep its `url`."""


class _Component:
    """What both components have in common."""

    library: Library

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The component that `to_dict` described."""
        return default_from_dict(cls, data)

    def close(self) -> None:
        """Closes the library, which can still be used."""
        self.library.close()


@component
class SightlineConverter(_Component):
    """Adds files to a library and gives their chunks as documents whose `meta` hold their lines.

    The ids are those of the chunks: the same file gives the same documents again.
    """

    def __init__(
        self,
        library: Library | Path | str | None = None,
        recipe: Recipe | Mapping[str, Any] | None = None,
        raise_on_failure: bool = True,
    ) -> None:
        """`library`, or its data folder, None for that of the app; `recipe` says how to cut.

        Without a recipe that of the library holds. Files that cannot be used are named in the log
        and left out if not `raise_on_failure`.
        """
        self.library = _opened(library)
        self.recipe = _recipe(recipe)
        self.raise_on_failure = raise_on_failure

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """The chunks of all files, in their order. A stream needs a name in its metadata.

        `meta`, of all or one for each, and that of streams is added to that of the chunks.

        Raises:
            SightlineError: a file cannot be used, if `raise_on_failure`.
            ValueError: there are not as many `meta` as sources.
        """
        documents: list[Document] = []
        for source, added in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            own = source.meta if isinstance(source, ByteStream) else {}
            try:
                chunks = self._chunks(source)
            except SightlineError as error:
                if self.raise_on_failure:
                    raise
                _LOG.warning("A source was left out. %s", error)
                continue
            documents += [_document(chunk, {**own, **added}) for chunk in chunks]
        return {"documents": documents}

    def to_dict(self) -> dict[str, Any]:
        """Data folder, recipe in force and options; `from_dict` opens the library again."""
        options = {"raise_on_failure": self.raise_on_failure}
        return default_to_dict(self, **_settings(self.library, self.recipe), **options)

    def _chunks(self, source: str | Path | ByteStream) -> list[Chunk]:
        if isinstance(source, ByteStream):
            document = self.library.add(source.data, _name(source))
        else:
            document = self.library.add(source)
        return self.library.chunks(document.id, self.recipe)


@component
class SightlineRetriever(_Component):
    """The chunks that `Library.search` finds, as documents whose `meta` hold their lines."""

    def __init__(
        self,
        library: Library | Path | str | None = None,
        documents: list[str] | None = None,
        top_k: int | None = None,
        recipe: Recipe | Mapping[str, Any] | None = None,
    ) -> None:
        """`library`, or its data folder, None for that of the app.

        `documents` to search, by name or id, None for all; `top_k` (1 to 50) how many chunks.
        Without `top_k` the recipe says how many; without `recipe` that of the library holds.
        """
        self.library = _opened(library)
        self.documents = documents
        self.top_k = top_k
        self.recipe = _recipe(recipe)

    @component.output_types(documents=list[Document])
    def run(
        self,
        query: str,
        filters: dict[str, Any] | None = None,
        top_k: int | None = None,
        documents: list[str] | None = None,
    ) -> dict[str, list[Document]]:
        """The chunks, the best first. `top_k` and `documents` stand for those of the component.

        Raises as `Library.search`.

        Raises:
            InvalidOption: `filters`, which all retrievers of Haystack take, are not empty.
        """
        if filters:
            raise InvalidOption("Filters are not supported. Name the documents to search.")
        chosen = self.documents if documents is None else documents
        limit = self.top_k if top_k is None else top_k
        hits = self.library.search(query, chosen, limit, self.recipe)
        return {"documents": [_document(hit.chunk, {}, hit.score) for hit in hits]}

    def to_dict(self) -> dict[str, Any]:
        """Data folder, recipe in force and options; `from_dict` opens the library again."""
        options = {"documents": self.documents, "top_k": self.top_k}
        return default_to_dict(self, **_settings(self.library, self.recipe), **options)


def _document(chunk: Chunk, more: Mapping[str, Any], score: float | None = None) -> Document:
    meta = {**more, **metadata_of(chunk)}
    return Document(id=chunk.id, content=chunk.text, meta=meta, score=score)


def _opened(library: Library | Path | str | None) -> Library:
    return library if isinstance(library, Library) else sightline.open(library)


def _recipe(recipe: Recipe | Mapping[str, Any] | None) -> Recipe | None:
    return Recipe.from_json(recipe) if isinstance(recipe, Mapping) else recipe


def _settings(library: Library, recipe: Recipe | None) -> dict[str, Any]:
    """What both components are made of, in values of JSON."""
    return {
        "library": str(library.settings.home),
        "recipe": (recipe or library.recipe).to_json(),
    }


def _name(stream: ByteStream) -> str:
    """What a stream is called.

    Raises:
        InvalidOption: its metadata holds no name.
    """
    paths = [str(stream.meta[key]) for key in _NAMES if stream.meta.get(key)]
    paths.append(unquote(urlsplit(str(stream.meta.get("url", ""))).path))
    name = PurePosixPath(paths[0]).name
    if not name:
        raise InvalidOption("A stream has no name. Give it in its meta: file_name='guide.pdf'.")
    return name
