"""A library as other programs use it: documents in; chunks, hits, answers and pages out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from core.answering.base import Exchange
from core.answering.query.asked_text import has_words, require_words
from core.configuration.adopted import library_configuration
from core.configuration.recipe_file import read_recipe
from core.errors import InvalidOption, NotFound, SightlineError
from core.evidence.row_cells import group_words, header_words
from core.rendering import Renderer
from core.rights import OPERATOR, Right, resolve_by
from core.settings import Settings, load_settings
from core.workbench import Workbench
from sightline.page_pictures import DEFAULT_WIDTH, draw
from sightline.results import Answer, Chunk, Document, Hit, Line, PagePicture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from core.chunking.base import ChunkingResult
    from core.configuration import Configuration
    from core.evidence.citations import Quote
    from core.library import DocumentRecord
    from core.people.directory import Directory

MOST_HITS = 50


def open(  # noqa: A001
    home: Path | str | None = None, recipe: Configuration | Path | str | None = None
) -> Library:
    """The library in a data folder; without one, that of the app and of the command line.

    `recipe` says how documents are cut, searched and answered from: a value, or the path of a
    recipe file. Without one it is that which was adopted for the library.

    Raises:
        SetupError: the settings cannot be used.
        InputError: the recipe cannot be read.
    """
    settings = load_settings(home=Path(home)) if home is not None else load_settings()
    if settings.database:
        # Whoever opens a library so has its files and the password of its database.
        resolve_by(lambda: OPERATOR)
    if isinstance(recipe, str | Path):
        recipe = read_recipe(Path(recipe))
    return Library(Workbench(settings), recipe)


class Library:
    """Documents with their chunks, hits and answers. It may be shared between threads.

    A document is named by its id, the beginning of it, or the name of its file. Every method
    raises `SightlineError`, whose message says what to do next.
    """

    def __init__(self, workbench: Workbench, recipe: Configuration | None = None) -> None:
        """`recipe`: None for that of the library, looked up at each call."""
        self._workbench = workbench
        self._recipe = recipe
        self._renderer = Renderer()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    @property
    def settings(self) -> Settings:
        """The settings in force, such as the limits of files."""
        return self._workbench.settings

    @property
    def directory(self) -> Directory | None:
        """The people who use the library on a server; None on a desk."""
        return self._workbench.directory

    @property
    def recipe(self) -> Configuration:
        """How documents are cut, searched and answered from.

        Raises:
            SetupError: the one that was adopted for the library is damaged.
        """
        return self._recipe or library_configuration(self._workbench.settings)

    def add(
        self,
        source: Path | str | bytes,
        name: str | None = None,
        *,
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Document:
        """The document of a file, read and kept; a file that is known is not read again.

        It is read by the parser of the library's recipe, if that names one. `name` is what people
        call it, needed for bytes. `progress` is called with pages read and pages in all, 0 while
        that is not known.

        Raises:
            InputError: the file cannot be used; nothing of it stays in the library.
            LimitReached: reading it passed the limits of the settings; likewise.
        """
        if isinstance(source, bytes) and not name:
            raise InvalidOption("The name of the file is missing. Give `name` with bytes.")
        path = Path(source) if isinstance(source, str) else source
        shown = name or (path.name if isinstance(path, Path) else "")
        parser = self.recipe.parser or None
        record = self._workbench.documents.add(path, shown, password, progress, parser)
        return Document.of(record)

    def documents(self) -> list[Document]:
        """All documents, in the order in which they were added."""
        return [Document.of(record) for record in self._workbench.library.list()]

    def document(self, document: str) -> Document:
        """One document.

        Raises:
            NotFound: there is none by that name.
            InputError: there are several.
        """
        return Document.of(self._workbench.library.find(document))

    def delete(self, document: str) -> None:
        """Removes a document and all that was made from it. Raises as `document`."""
        self._workbench.delete(self._workbench.library.find(document).sha)

    def chunks(
        self,
        document: str,
        recipe: Configuration | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Chunk]:
        """The chunks of a document in reading order, `limit` of them behind the first `offset`.

        Raises as `document`.

        Raises:
            InvalidOption: one of the two is below 0.
        """
        if min(offset, limit or 0) < 0:
            raise InvalidOption(f"offset and limit are 0 or more; you gave {offset} and {limit}.")
        record, result = self._chunked(document, recipe)
        end = None if limit is None else offset + limit
        return [Chunk.of(result, chunk, record.name) for chunk in result.chunks[offset:end]]

    def chunk_count(self, document: str, recipe: Configuration | None = None) -> int:
        """How many chunks a document has. Raises as `document`."""
        return len(self._chunked(document, recipe)[1].chunks)

    def chunk(self, document: str, chunk: str, recipe: Configuration | None = None) -> Chunk:
        """One chunk of a document by its id. Raises as `document`.

        Raises:
            NotFound: there is none; by another recipe a document has other chunks.
        """
        record, result = self._chunked(document, recipe)
        if chunk not in result.by_id:
            raise NotFound(
                f"{record.name} has no chunk {chunk[:40]!r}. Search again, or list its chunks."
            )
        return Chunk.of(result, result.by_id[chunk], record.name)

    def search(
        self,
        question: str,
        documents: Iterable[str] | None = None,
        limit: int | None = None,
        recipe: Configuration | None = None,
        notify: Callable[[str], object] | None = None,
    ) -> list[Hit]:
        """The chunks nearest to a question, the best first, as Evaluate and answers rank them.

        They come from `documents`, or from all; what is not indexed yet is, first. `limit`
        (1 to 50) stands for the `top_k` of the recipe. `notify` is told in words which documents
        and pages are left out; without it a document that cannot be read is an error.

        Raises:
            InvalidOption: the question holds no word, or the limit is outside its range, or no
                document is named.
            NotFound: there is no document by a name.
        """
        require_words(question)
        config = self._config(recipe)
        if limit is not None:
            if not 1 <= limit <= MOST_HITS:
                raise InvalidOption(f"limit must be from 1 to {MOST_HITS}; you gave {limit}.")
            config = config.with_retrieval(top_k=limit)
        names = self._names(documents)
        self._workbench.library.permissions.asked(len(names))
        answers = self._workbench.answers
        ranked = answers.retrieve(question, config, list(names), notify)
        if notify:
            for notice in self._not_searched(documents):
                notify(notice)
        return [
            Hit(score=hit.score, chunk=Chunk.of(result, chunk, names[hit.document]))
            for hit, result, chunk in ranked
        ]

    def ask(
        self,
        question: str,
        documents: Iterable[str] | None = None,
        before: Sequence[str] = (),
        recipe: Configuration | None = None,
        *,
        by_model: bool = True,
    ) -> Answer:
        """The answer that the app gives, with the exact lines of each quote.

        `before` are questions asked earlier, the oldest first, which this one may go on from. A
        language model writes it where there is one and `by_model` allows it. Raises as `search`.
        """
        before = [earlier for earlier in before if has_words(earlier)]
        require_words(question, *before)
        config = self._config(recipe)
        names = self._names(documents)
        answer = self._workbench.answers.ask(
            question,
            config,
            list(names),
            config.answer,
            conversation=[Exchange(earlier, "") for earlier in before],
            by_model=by_model,
        )
        notice = " ".join(filter(None, (answer.notice, *self._not_searched(documents))))
        return Answer.of(replace(answer, notice=notice), names, self._row_names)

    def page_picture(
        self, document: str, page: int, lines: Iterable[Line] = (), width: int = DEFAULT_WIDTH
    ) -> PagePicture:
        """A page (from 1) of a document as a JPEG, `width` pixels wide, with `lines` marked.

        Only lines of that page are drawn, so that all lines of a citation or chunk may be given.

        Raises:
            NotFound: there is no such document or page.
            InvalidOption: the width is outside its range.
            LimitReached: drawing it took too long.
        """
        record = self._workbench.library.find(document)
        if not 1 <= page <= record.page_count:
            raise NotFound(f"{record.name} has pages 1 to {record.page_count}, not {page}.")
        path = self._workbench.library.pdf_path(record.sha)
        return draw(self._renderer, path, page, lines, width, record.name)

    def close(self) -> None:
        """Lets go of indexes and of the process that draws; the library can still be used."""
        self._renderer.close()
        self._workbench.close()

    def _chunked(
        self, document: str, recipe: Configuration | None
    ) -> tuple[DocumentRecord, ChunkingResult]:
        record = self._workbench.library.find(document)
        self._workbench.library.looked_at(record.sha)
        return record, self._workbench.chunks.of(record.sha, self._config(recipe))

    def _config(self, recipe: Configuration | None) -> Configuration:
        """The recipe of one call, else that of the library."""
        if recipe and recipe.parser:
            raise InvalidOption(
                f"This recipe names the parser {recipe.parser!r}, by which documents are read when "
                "they are added. Open the library with it, and add them."
            )
        if recipe and recipe.model and recipe.asks:  # the language model is paid for
            self._workbench.library.permissions.allow(Right.EDIT)
        return recipe or self.recipe

    def require(self, right: Right) -> None:
        """Does nothing where who acts has a right. Raises `AccessRefused`."""
        self._workbench.library.permissions.allow(right)

    def _names(self, documents: Iterable[str] | None) -> dict[str, str]:
        """The names of the documents to search, by their ids."""
        library = self._workbench.library
        documents = [documents] if isinstance(documents, str) else documents
        chosen = library.list() if documents is None else map(library.find, documents)
        names = {record.sha: record.name for record in chosen}
        if not names and documents is not None:
            raise InvalidOption("documents is empty. Leave it out to search all, or name some.")
        if not names:
            raise NotFound("There is no document to search. Add one first.")
        return names

    def _not_searched(self, documents: Iterable[str] | None) -> list[str]:
        """Where all documents are searched: what keeps some of them from being listed."""
        damaged = self._workbench.library.damaged() if documents is None else ()
        return [
            f"Not searched: {each.shown_name}, whose record cannot be read." for each in damaged
        ]

    def _row_names(self, quote: Quote) -> tuple[str, str]:
        """Columns and group of the table row that a quote is, as they are shown in the app.

        Empty for other text, and where the document was changed since it was quoted.
        """
        try:
            sir = self._workbench.documents.sir(quote.document)
        except SightlineError:
            return "", ""
        for node, start, end in quote.spans:
            if node >= len(sir.nodes) or sir.nodes[node].text[start:end] not in quote.text:
                return "", ""
        return header_words(sir, quote.spans), group_words(sir, quote.spans)
