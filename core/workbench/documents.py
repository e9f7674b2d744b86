"""Documents: adding, inspecting, parsing and correcting them; their trees and token streams."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from core.array_files import pack, unpack
from core.errors import NotFound, SetupError
from core.inspection.worker import inspect_document
from core.jobs import forked_process
from core.lru_cache import LruCache
from core.parsing.corrections import apply_corrections, correction, corrections_key, with_correction
from core.parsing.document_parsing import parse_document, try_parser
from core.parsing.document_parsing import resume_document as resume_parse
from core.parsing.parser_choice import ParserChooser
from core.parsing.stored_corrections import load_corrections, store_corrections
from core.parsing.tree_cache import seconds_of, versioned_key
from core.reading.ocr import program_folders
from core.rights import Right
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenArrays, TokenStream, tokenize
from core.workbench.renewals import Renewals
from core.workbench.route_choice import RouteChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from core.inspection.results import Inspection
    from core.library import DocumentRecord, Library, ParseInfo
    from core.llm.model import LanguageModel
    from core.parsing.base import ParserOptions
    from core.parsing.corrections import Correction
    from core.parsing.parser_choice import Decide, ParserChoice
    from core.parsing.tree_cache import ReadAhead
    from core.progress import Progress
    from core.sir import ElementType, Sir

    ModelGetter = Callable[[], LanguageModel | None]
    Listener = Callable[[str], None]

_LOG = logging.getLogger("sightline")


class Documents:
    """Documents in, trees and token streams out; nothing is computed twice."""

    def __init__(self, library: Library, model: ModelGetter, changed: Listener) -> None:
        """`changed` is called with each document whose tree is another one now."""
        self.library = library
        self._changed = changed
        self._route_choice = RouteChoice(model)
        self._streams: LruCache[tuple[str, TokenStream]] = LruCache(12)
        self._trees: LruCache[Sir] = LruCache(4)
        self.renewals = Renewals(library, self._read_anew)

    def prepare(self) -> None:
        """Loads what reads files, without waiting for it, so that the first one is read sooner."""
        forked_process.prepare()

    def add(
        self,
        source: Path | bytes,
        name: str,
        password: str | None = None,
        progress: Progress | None = None,
        parser: str | None = None,
        workers: int | None = None,
        *,
        by_model: bool = True,
        collections: Collection[str] = (),
        ahead: ReadAhead | None = None,
    ) -> DocumentRecord:
        """The record of a file, parsed and kept; a file that is known is not parsed again.

        Without a parser, the one chosen for it before, or by the Inspector, for whom the language
        model decides where there is one and `by_model` allows it. `progress` counts pages, 0 in
        all while that is not known. `workers` processes read them; None: as many as the settings
        allow, but for pages that come from `ahead`. What was read when time runs out is the
        document, and `resume` goes on. Who sees it is said by `collections`, see `Library.add`.

        Raises:
            InputError: the file cannot be used; nothing of it stays in the library.
            LimitReached: no page was read in time, or it passed the limit of memory; likewise.
            Cancelled: `progress` asked for it; likewise.
        """

        drafts: dict[str, Sir] = {}

        def parse(draft: Library, sha: str) -> None:
            library, decide = draft.with_workers(workers), self._decide(progress, by_model)
            sir = parse_document(
                library, sha, parser, progress=progress, decide=decide, ahead=ahead
            )
            drafts[draft.get(sha).model_dump_json()] = sir

        def opening(_: int, total: int) -> None:
            if progress:
                progress(0, total)

        record = self.library.add(
            source, name, password, opening, parse, program_folders(), collections
        )
        # Unless another process added the same file meanwhile.
        if record.parse and (sir := drafts.get(record.model_dump_json())):
            self._trees.get((record.sha, record.parse.key), lambda: sir)
            return record
        self._parse(record.sha, parser, progress, workers=workers, by_model=by_model)
        return self.library.get(record.sha)

    def mend(self, document: str, progress: Progress | None = None) -> DocumentRecord:
        """The record of a document, made anew from its file, and how it is parsed.

        A parser that a person chose must be chosen again. Raises as `Library.mend` and `add`.
        """
        self.library.mend(document, progress=progress)
        self.library.permissions.did("mended", document)
        self._parse(document, None, progress)
        return self.library.get(document)

    def resume(
        self, document: str, progress: Progress | None = None, workers: int | None = None
    ) -> DocumentRecord:
        """The record after the pages were tried again for which time was lacking.

        `progress` counts pages. `workers` is that of `add`. Raises as `resume_document`.
        """
        self.library.permissions.allow(Right.EDIT)
        before = self.library.get(document).parse
        self.library.permissions.did("read on", document)
        resume_parse(self.library.with_workers(workers), document, progress)
        after = self.library.get(document)
        if before != after.parse:
            self._changed(document)
        return after

    def inspection(
        self, document: str, progress: Progress | None = None, *, by_model: bool = True
    ) -> Inspection:
        """What the Inspector finds out about a document; asked once, then kept on disk.

        The language model decides where there is one and `by_model` allows it, else the policy.
        That it failed is held in memory until `inspect_again`. What a document was parsed by
        stays as it is. `progress` counts tools, or turns of the model. Raises as
        `inspect_document`.
        """
        if not by_model:
            return inspect_document(self.library, document, progress)
        return self._route_choice.inspect(self.library, document, progress)

    def inspect_again(self, document: str, progress: Progress | None = None) -> Inspection:
        """As `inspection`, but a model that failed for the document is asked once more."""
        self._route_choice.forget(document)
        return self.inspection(document, progress)

    def known_inspection(self, document: str) -> Inspection:
        """What is known of a document without asking the language model.

        The decision of the model in force if it was made before, else that by which the document
        was parsed, else that of the policy. Raises as `inspect_document`.
        """
        return self._route_choice.latest(self.library, document)

    def trial(
        self,
        document: str,
        parser: str,
        progress: Progress | None = None,
        options: ParserOptions | None = None,
    ) -> Sir:
        """The tree that another parser gives; the document keeps its own.

        `progress` counts pages. Raises as `parse_document`.
        """
        decide = self._decide(progress)
        return try_parser(self.library, document, parser, options, progress, decide)

    def use_route(
        self,
        document: str,
        parser: str,
        progress: Progress | None = None,
        options: ParserOptions | None = None,
    ) -> DocumentRecord:
        """The record after a parser was made the one of this document, now and when reopened.

        What was made from the other tree is forgotten, and the document leaves every index. The
        parser `automatic` gives the choice back to the Inspector. `progress` counts pages.
        Raises as `parse_document`; then everything stays as it was.
        """
        self.library.permissions.allow(Right.EDIT)
        self._parse(document, parser, progress, options)
        self.library.permissions.did("read anew", document, parser)
        return self.library.get(document)

    def route_seconds(self, document: str, parser: str) -> float | None:
        """How long a parser took for a document with its default options; None if not yet used.

        Raises:
            NotFound: the library has no such document.
        """
        choice = self._known_choice(document, parser)
        return seconds_of(self.library, document, choice.key) if choice else None

    def route_key(self, document: str, parser: str) -> str:
        """A name for the tree that `trial` gives; without a parser, for that of the library.

        Empty for the parser `automatic` before the Inspector has decided. Raises as `tree_key`.
        """
        if not parser:
            return self.tree_key(document)
        choice = self._known_choice(document, parser)
        return versioned_key(self.library, document, choice.key) if choice else ""

    def tree_key(self, document: str) -> str:
        """A name for the tree of a document that another parse or correction changes.

        Raises:
            NotFound: the library has no such document, or it was never parsed.
        """
        record = self.library.get(document)
        if record.parse is None:
            raise NotFound(f"{record.name} has not been parsed. Delete it and add it again.")
        by_hand = corrections_key(self.corrections(document))
        return f"{record.parse.key}-{by_hand}" if by_hand else record.parse.key

    def describe(self, document: str) -> DocumentRecord:
        """The record with author, date and language where an older version noted none of them.

        Raises as `Library.describe`.
        """
        if self.library.get(document).is_described:
            return self.library.get(document)
        return self.library.describe(document, self.sir(document).language.value)

    def corrections(self, document: str) -> tuple[Correction, ...]:
        """What people corrected in the tree of a document, in the order of their doing."""
        return load_corrections(self.library, document)

    def correct(
        self,
        document: str,
        node: str,
        type_: ElementType | None = None,
        level: int | None = None,
        *,
        aside: bool = False,
    ) -> Sir:
        """The tree after a node (by id) got another class or heading level, or was set aside.

        The correction is kept with the document and holds for every later parse. What was made
        from the tree before is forgotten.

        Raises:
            NotFound: the library has no such document, or its tree no such node.
            InvalidOption: the node cannot be corrected so.
        """
        with self.library.correcting(document):
            sir = self.sir(document)
            index = next((at for at, each in enumerate(sir.nodes) if each.id == node), None)
            if index is None:
                raise NotFound("This document has no such element. Choose one of its tree.")
            new = correction(sir, index, type_, level, aside=aside)
            return self._recorrect(document, with_correction(self.corrections(document), new))

    def undo_correction(self, document: str, index: int) -> Sir:
        """The tree without one of its `corrections`, counted from 0.

        Raises:
            NotFound: the library has no such document, or it no such correction.
        """
        with self.library.correcting(document):
            corrections = self.corrections(document)
            if not 0 <= index < len(corrections):
                raise NotFound("This correction has been undone already.")
            return self._recorrect(document, (*corrections[:index], *corrections[index + 1 :]))

    def sir(self, document: str) -> Sir:
        """The tree of a document.

        Raises:
            NotFound: the library has no such document.
        """
        return self.stream(document).sir

    def stream(self, document: str) -> TokenStream:
        """The token stream of a document.

        Raises:
            NotFound: see `sir`.
        """
        return self.named_stream(document)[1]

    def named_stream(self, document: str) -> tuple[str, TokenStream]:
        """The token stream of a document with the `tree_key` of the tree it was made from.

        Raises as `sir`.
        """
        self.renewals.renew(document)
        name, stream = self._streams.get(document, lambda: self._load_stream(document))
        if self.library.is_shared and name != self.tree_key(document):
            self.forget(document)
            return self._streams.get(document, lambda: self._load_stream(document))
        return name, stream

    def _known_choice(self, document: str, parser: str) -> ParserChoice | None:
        chooser = ParserChooser(self.library, self.library.get(document))
        return chooser.known(parser, self._route_choice.known)

    def _parse(
        self,
        document: str,
        parser: str | None,
        progress: Progress | None,
        options: ParserOptions | None = None,
        *,
        workers: int | None = None,
        by_model: bool = True,
    ) -> None:
        """Parses a document, and forgets what was made from another tree of it."""
        library, decide = self.library.with_workers(workers), self._decide(progress, by_model)
        before = self.library.get(document).parse
        parse_document(library, document, parser, options, progress, decide)
        after = self.library.get(document).parse
        if after and (before is None or before.key != after.key):  # None after a mended record
            self._changed(document)

    def _read_anew(self, document: str, progress: Progress | None) -> None:
        self._parse(document, None, progress)

    def _decide(self, progress: Progress | None, by_model: bool = True) -> Decide:
        return self._route_choice.decide(progress) if by_model else inspect_document

    def _recorrect(self, document: str, corrections: Sequence[Correction]) -> Sir:
        store_corrections(self.library, document, corrections)
        self.library.permissions.did("corrected", document)
        self._changed(document)
        return self.sir(document)

    def _load_stream(self, document: str) -> tuple[str, TokenStream]:
        name, sir = self._named_tree(document)
        content = self.library.load_cached(document, "tokens", name)
        if content and (tokens := unpack(TokenArrays, content)):
            return name, TokenStream(sir, tokens)
        stream = tokenize(sir, minilm_tokenizer())
        self.keep(document, "tokens", name, pack(stream.tokens))
        return name, stream

    def keep(self, document: str, stage: str, key: str, content: bytes) -> None:
        """Keeps a result on disk where that can be written; else it is made anew when needed."""
        try:
            self.library.store_bytes(document, stage, key, content)
        except SetupError as error:
            _LOG.warning("a result is not kept: %s", error)

    def _named_tree(self, document: str) -> tuple[str, Sir]:
        """The tree and its `tree_key`; read again where somebody changed it meanwhile.

        What is kept under the name would otherwise be of another tree.
        """
        while True:
            by_hand = self.corrections(document)
            before = self.library.get(document).parse
            sir = apply_corrections(self._tree(document, before), by_hand)
            name = self.tree_key(document)
            after = self.library.get(document).parse
            if (before, by_hand) == (after, self.corrections(document)):
                return name, sir

    def _tree(self, document: str, parse: ParseInfo | None) -> Sir:
        """The tree without corrections; that of a new document is still in memory."""

        def load() -> Sir:
            return parse_document(self.library, document, decide=self._decide(None))

        return self._trees.get((document, parse.key), load) if parse else load()

    def forget(self, document: str) -> None:
        """Drops what is held of a document in memory, as where its files were changed."""
        self._streams.forget(lambda key: key == document)
        self._trees.forget(lambda key: isinstance(key, tuple) and key[0] == document)
