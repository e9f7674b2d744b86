"""Trees and token streams of documents, with what people corrected; parsing them when needed."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from core.array_files import pack, unpack
from core.errors import NotFound, SetupError
from core.inspection.worker import inspect_document
from core.lru_cache import LruCache
from core.parsing.corrections import apply_corrections, correction, corrections_key, with_correction
from core.parsing.document_parsing import parse_document
from core.parsing.stored_corrections import load_corrections, store_corrections
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenArrays, TokenStream, tokenize
from core.workbench.renewals import Renewals
from core.workbench.route_choice import RouteChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.library import Library, ParseInfo
    from core.llm.model import LanguageModel
    from core.parsing.base import ParserOptions
    from core.parsing.corrections import Correction
    from core.parsing.parser_choice import Decide
    from core.progress import Progress
    from core.sir import ElementType, Sir

    ModelGetter = Callable[[], LanguageModel | None]
    Listener = Callable[[str], None]

_LOG = logging.getLogger("sightline")


class DocumentTrees:
    """Trees and token streams of the documents of a library; none is made twice."""

    def __init__(self, library: Library, model: ModelGetter, changed: Listener) -> None:
        """`changed` is called with each document whose tree is another one now."""
        self.library = library
        self._changed = changed
        self._route_choice = RouteChoice(model)
        self._streams: LruCache[tuple[str, TokenStream]] = LruCache(12)
        self._trees: LruCache[Sir] = LruCache(4)
        self.renewals = Renewals(library, lambda sha, progress: self._parse(sha, None, progress))

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

    def forget(self, document: str) -> None:
        """Drops what is held of a document in memory, as where its files were changed."""
        self._streams.forget(lambda key: key == document)
        self._trees.forget(lambda key: isinstance(key, tuple) and key[0] == document)

    def keep(self, document: str, stage: str, key: str, content: bytes) -> None:
        """Keeps a result on disk where that can be written; else it is made anew when needed."""
        try:
            self.library.store_bytes(document, stage, key, content)
        except SetupError as error:
            _LOG.warning("a result is not kept: %s", error)

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
        library, decide = self.library.with_workers(workers), self._decide(progress, by_model)
        before = self.library.get(document).parse
        parse_document(library, document, parser, options, progress, decide)
        after = self.library.get(document).parse
        if after and (before is None or before.key != after.key):  # None after a mended record
            self._changed(document)

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
