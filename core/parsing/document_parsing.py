"""Parsing a document of the library, once for each parser and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.inspection.worker import inspect_document
from core.parsing.parse_info import parse_info
from core.parsing.parser_choice import ParserChoice, ParserChooser
from core.parsing.tree_cache import load_or_parse, parse, seconds_of, versioned_key

if TYPE_CHECKING:
    from core.library import DocumentRecord, Library
    from core.parsing.base import ParserOptions
    from core.parsing.parser_choice import Decide
    from core.parsing.tree_cache import ReadAhead
    from core.progress import Progress
    from core.sir import Sir


def parse_document(
    library: Library,
    sha: str,
    parser: str | None = None,
    options: ParserOptions | None = None,
    progress: Progress | None = None,
    decide: Decide = inspect_document,
    ahead: ReadAhead | None = None,
) -> Sir:
    """The SIR of a document, from the cache if these options were used before.

    Without a parser, the one that a person chose for this document before, else the route that
    was decided on for it, so that a document does not change because another Inspector is there
    now. A document that was never parsed, and one for which the parser `automatic` is asked,
    takes the route of `decide`. How it was parsed, and what was left out, is noted in the record.
    Pages that are missing, because time was lacking for them, are not tried again.
    `progress` counts pages and may raise `Cancelled`; then nothing is kept. What others have read
    of the pages comes from `ahead`.

    Raises:
        NotFound: the library has no such document.
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read, or crashed the parser.
        LimitReached: no page was read in time, or parsing passed its limit of memory.
    """
    record = library.get(sha)
    choice = ParserChooser(library, record).choose(parser, options, decide)
    sir = load_or_parse(library, record, choice, progress, ahead)
    _note(library, record, sir, choice)
    return sir


def is_outdated(library: Library, sha: str) -> bool:
    """Whether another version parsed a document, so that `parse_document` gives another SIR.

    So it is where this version cannot take the parser and route of before; nothing is decided on
    and no page read to find out. Raises `NotFound` as it does.
    """
    record = library.get(sha)
    if record.parse is None:
        return False
    choice = ParserChooser(library, record).chosen_before()
    # The key of a tree from which pages are missing goes on behind that of its parser.
    return choice is None or not f"{record.parse.key}-".startswith(f"{choice.key}-")


def resume_document(library: Library, sha: str, progress: Progress | None = None) -> Sir:
    """The SIR after the pages were tried again for which time was lacking; no other page is read.

    It is what a parse with enough time would have given. `progress` counts pages and may raise
    `Cancelled`; then the document stays as it was.

    Raises:
        LimitReached: none of them could be read in time; likewise.
        BrokenPdf: the file crashed the parser; likewise.
        NotFound: the library has no such document.
    """
    record = library.get(sha)
    before = record.parse
    if before is None or not before.missing_pages:
        return parse_document(library, sha, progress=progress)
    choice = ParserChooser(library, record).choose_again(before)
    sir = parse(library, record, choice, progress)
    _note(library, record, sir, choice)
    return sir


def try_parser(
    library: Library,
    sha: str,
    parser: str,
    options: ParserOptions | None = None,
    progress: Progress | None = None,
    decide: Decide = inspect_document,
) -> Sir:
    """The SIR by another parser, cached likewise; the record of the document stays as it is.

    Raises as `parse_document`.
    """
    record = library.get(sha)
    choice = ParserChooser(library, record).choose_for_trial(parser, options, decide)
    return load_or_parse(library, record, choice, progress)


def _note(library: Library, record: DocumentRecord, sir: Sir, choice: ParserChoice) -> None:
    """Writes how the document was parsed into its record, if that is news."""
    news: dict[str, Any] = {
        "key": versioned_key(library, record.sha, choice.key),
        "chosen": choice.by_hand,
        "decided_by": choice.decided_by,
    }
    if not record.parse or news != record.parse.model_dump(include=set(news)):
        seconds = seconds_of(library, record.sha, choice.key) or 0.0
        info = parse_info(sir, news["key"], choice.parser, seconds).model_copy(
            update={**news, "options": choice.options.model_dump(mode="json")}
        )
        library.set_parse(record.sha, info, sir.pages)
