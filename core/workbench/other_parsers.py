"""Readings of a document by other parsers: their outputs brought, or made by running them."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from core.errors import InvalidOption, NotNative, PageSeenBlank, SetupError, TooLarge
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import RunOptions, Source
from core.parsing.adapters.page_boxes import named
from core.parsing.base import NATIVE
from core.parsing.document_parsing import try_parser
from core.parsing.model_output import blank_page, blank_pages, merged, page_numbers
from core.parsing.native_files import NativeFile, make_native_file, native_files, note_native
from core.parsing.native_options import NativeOptions
from core.parsing.pages_by_model import MODEL
from core.parsing.parse_info import AUTOMATIC
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import Library
    from core.llm.model import LanguageModel
    from core.parsing.routed import AutomaticOptions
    from core.progress import Progress
    from core.sir import Sir

_LOG = logging.getLogger("sightline")
_MEGABYTE = 1024 * 1024


class OtherParsers:
    """Outputs of other parsers beside the documents of a library; each is one more reading."""

    def __init__(self, library: Library, model: Callable[[], LanguageModel | None]) -> None:
        """`model` gives the language model in force, for parsers that are one."""
        self._library = library
        self._model = model

    def outputs(self, document: str) -> tuple[NativeFile, ...]:
        """The outputs that a document has, one for each parser, the newest last.

        Raises:
            DataDamaged: the list of them cannot be read.
        """
        return native_files(self._library, document)

    def bring(
        self,
        document: str,
        parser: str,
        content: bytes,
        name: str,
        progress: Progress | None = None,
    ) -> Sir:
        """The tree of an output of a parser, now kept as its reading of the document.

        It takes the place of the output that the document had of this parser. `name` is what the
        file is called. `progress` counts pages, whose words are read to find those of the output.

        Raises:
            NotNative: it is no output of this parser, or one of another document.
            NoText: it holds no text.
            TooLarge: it is over the limit of the settings for a file.
            NotFound: the library has no such document.
            Cancelled: `progress` asked for it. With any of them nothing of it is kept.
        """
        self._library.permissions.allow(Right.EDIT)
        limit = self._library.settings.max_upload_mb
        if len(content) > limit * _MEGABYTE:
            raise TooLarge(
                f"{name}: over the limit of {limit} MB. Raise the limit in the settings."
            )
        native = make_native_file(parser, content, name)
        try:
            return self._keep(document, native, content, progress)
        except NotNative as error:
            raise NotNative(f"{name}: {error}") from error

    def run(
        self,
        document: str,
        parser: str,
        options: RunOptions | None = None,
        progress: Progress | None = None,
    ) -> Sir:
        """The tree that a parser makes of a document now, kept as its reading.

        Without options, those of the environment. `progress` counts pages; while the parser says
        nothing of them it is called all the same, so that it can be stopped.

        Raises:
            InvalidOption: there is no such parser, or the options are those of another one.
            SetupError: what the parser needs is not here; the message says what brings it.
            ModelError: a service did not help.
            LimitReached: it took too long.
            Cancelled, NotNative, NoText, NotFound: see `bring`.
        """
        self._library.permissions.allow(Right.EDIT)
        adapter = get_adapter(parser)
        chosen = options or adapter.options()
        if not isinstance(chosen, adapter.options):
            raise InvalidOption(f"The parser {parser} takes {adapter.options.__name__}.")
        if lacking := adapter.missing(chosen):
            raise SetupError(f"{adapter.title}: {lacking}")
        record = self._library.get(document)
        path = self._library.pdf_path(document)
        start = time.monotonic()
        source = Source(path, record.name, record.pages, self._model(), document)
        content = adapter.run(source, chosen, progress)
        seconds = time.monotonic() - start
        dollars = adapter.price(record.page_count, chosen)
        name = f"{record.name} by {adapter.title}"
        native = make_native_file(parser, content, name, seconds, dollars, run=True)
        _LOG.info("%s read %s in %.1f s", parser, document[:12], seconds)
        return self._keep(document, native, content, progress)

    def read_page(
        self, document: str, page: int, progress: Progress | None = None
    ) -> AutomaticOptions:
        """Has the language model read a page (1-based); options that take its reading.

        Pages that it read before stay its; so does what else the document is parsed by.
        `Documents.use_route` with the parser `automatic` makes it so. Raises as `run`, and
        `PageSeenBlank` where it sees nothing on a page that is not blank, or has words in our tree.
        """
        self._library.permissions.allow(Right.EDIT)
        record = self._library.get(document)
        adapter = get_adapter(MODEL)
        options = adapter.options.model_validate({"pages": str(page)})
        source = Source(
            self._library.pdf_path(document), record.name, record.pages, self._model(), document
        )
        nothing = PageSeenBlank(
            f"The language model saw nothing on {named([page])} of {record.name}. The reading "
            "of our own routes stays; another language model may see more."
        )
        try:
            read = adapter.run(source, options, progress)
        except PageSeenBlank as error:
            raise nothing from error
        # In a picture, words in a pale grey are as good as none.
        if blank_pages(read) and self._has_words(document, page):
            raise nothing
        # What was read meanwhile, in another session, stays.
        return self._options_with(document, merged(self._by_model(document), read, [page]))

    def take_as_blank(self, document: str, page: int) -> AutomaticOptions:
        """Options by which a page on which the model saw nothing is empty; see `read_page`.

        What our own routes read of it is set aside. `take_back` undoes it.
        """
        self._library.permissions.allow(Right.EDIT)
        blank = blank_page(page)
        return self._options_with(document, merged(self._by_model(document), blank, [page]))

    def take_back(self, document: str, page: int) -> AutomaticOptions:
        """Options by which a page is read by our own routes again; see `read_page`."""
        self._library.permissions.allow(Right.EDIT)
        return self._options_with(document, merged(self._by_model(document), b"", [page]))

    def pages_by_model(self, document: str) -> tuple[int, ...]:
        """The pages of a document, in order, that the language model has read."""
        return page_numbers(self._by_model(document))

    def _has_words(self, document: str, page: int) -> bool:
        """Whether words of a page (1-based) are in the flow of the document as it is read now."""
        sir = try_parser(self._library, document, AUTOMATIC, self._options(document))
        words = sir.pieces.word[: sir.pieces.first[sir.flow]]
        return bool((sir.lines.page[sir.words.line[words]] == page).any())

    def _by_model(self, document: str) -> bytes:
        """The output of the model for single pages; empty where there is none."""
        name = self._options(document).by_model
        return (self._library.load_bytes(document, NATIVE, name) or b"") if name else b""

    def _options(self, document: str) -> AutomaticOptions:
        """The options of the parser `automatic` for a document as it is read now."""
        # Imported here: it brings PyMuPDF, which the first page need not wait for.
        from core.parsing.routed import AutomaticOptions

        parse = self._library.get(document).parse
        known = parse.options if parse and parse.parser == AUTOMATIC else {}
        return AutomaticOptions.model_validate({"ocr": self._library.settings.ocr_engine, **known})

    def _options_with(self, document: str, content: bytes) -> AutomaticOptions:
        name = ""
        if page_numbers(content):
            name = make_native_file(f"{MODEL}-pages", content, "").file
            self._library.store_bytes(document, NATIVE, name, content)
        return self._options(document).model_copy(update={"by_model": name})

    def _keep(
        self, document: str, native: NativeFile, content: bytes, progress: Progress | None
    ) -> Sir:
        # An output that another one replaced is kept as well: a tree of it may be in use.
        known = self._library.load_bytes(document, NATIVE, native.file) == content
        if not known:
            self._library.store_bytes(document, NATIVE, native.file, content)
        options = NativeOptions(native=native.file, ocr=self._library.settings.ocr_engine)
        try:
            sir = try_parser(self._library, document, native.parser, options, progress)
        except BaseException:
            if not known:
                self._library.drop(document, NATIVE, native.file)
            raise
        if self._library.load_bytes(document, NATIVE, native.file) is None:
            # Another session that read the same file was stopped, and took it away.
            self._library.store_bytes(document, NATIVE, native.file, content)
        note_native(self._library, document, native)
        self._library.permissions.did("brought a reading", document, native.parser)
        return sir
