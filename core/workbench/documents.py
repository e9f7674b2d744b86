"""Documents: adding, inspecting, parsing and correcting them; their trees and token streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection.worker import inspect_document
from core.jobs import forked_process
from core.parsing.document_parsing import parse_document, try_parser
from core.parsing.document_parsing import resume_document as resume_parse
from core.parsing.parser_choice import ParserChooser
from core.parsing.tree_cache import seconds_of, versioned_key
from core.reading.ocr import program_folders
from core.rights import Right
from core.workbench.document_trees import DocumentTrees

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from core.inspection.results import Inspection
    from core.library import DocumentRecord, Library
    from core.parsing.base import ParserOptions
    from core.parsing.parser_choice import ParserChoice
    from core.parsing.tree_cache import ReadAhead
    from core.progress import Progress
    from core.sir import Sir


class Documents(DocumentTrees):
    """Documents in, trees and token streams out; nothing is computed twice."""

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

    def describe(self, document: str) -> DocumentRecord:
        """The record with author, date and language where an older version noted none of them.

        Raises as `Library.describe`.
        """
        if self.library.get(document).is_described:
            return self.library.get(document)
        return self.library.describe(document, self.sir(document).language.value)

    def _known_choice(self, document: str, parser: str) -> ParserChoice | None:
        chooser = ParserChooser(self.library, self.library.get(document))
        return chooser.known(parser, self._route_choice.known)
