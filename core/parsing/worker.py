"""Parsing a document of the library, once for each parser and options."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from core import sir_io
from core.errors import BrokenPdf, LimitReached
from core.inspection.worker import inspect_document, known_inspection
from core.library import Kind, Library
from core.parsing import PARSERS, get_parser
from core.parsing.isolated import load_or_parse, parse, seconds_of, tree_key
from core.parsing.parse_info import AUTOMATIC, parse_info
from core.sir import Route

if TYPE_CHECKING:
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.parsing.base import ParserOptions
    from core.progress import Progress
    from core.sir import Sir

DEFAULT_PARSER = AUTOMATIC
"""The parser that takes its route from the Inspector."""
PLAIN_TEXT = "plain_text"
"""The parser of documents that were given as text."""
_VERSION = 6
"""Counted up when the same parser and options give another SIR."""

Decide = Callable[[Library, str], "Inspection"]
"""Inspects a document of a library and decides on its route."""


class _Routed(NamedTuple):
    """A route, and the language model that chose it; empty for the policy."""

    route: Route
    by: str = ""


def parse_document(
    library: Library,
    sha: str,
    parser: str | None = None,
    options: ParserOptions | None = None,
    progress: Progress | None = None,
    decide: Decide = inspect_document,
) -> Sir:
    """The SIR of a document, from the cache if these options were used before.

    Without a parser, the one that a person chose for this document before, else the route that
    was decided on for it, so that a document does not change because another Inspector is there
    now. A document that was never parsed, and one for which the parser `automatic` is asked,
    takes the route of `decide`. How it was parsed, and what was left out, is noted in the record.
    Pages that are missing, because time was lacking for them, are not tried again.
    `progress` counts pages and may raise `Cancelled`; then nothing is kept.

    Raises:
        NotFound: the library has no such document.
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read, or crashed the parser.
        LimitReached: no page was read in time, or parsing passed its limit of memory.
    """
    record = library.get(sha)
    kept = _kept_route(record) if parser is None else None
    if parser is None:
        parser, options = _kept_choice(record)
    by_hand = parser != _default(record) or options is not None
    asked = parser == DEFAULT_PARSER and not by_hand
    routed = (kept or _decided(library, sha, decide)) if asked else None
    chosen = options or _options(library, sha, parser, routed)
    sir = load_or_parse(library, record, parser, chosen, parse_key(parser, chosen), progress)
    _note(library, record, sir, parser, chosen, by_hand, routed.by if routed else "")
    return sir


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
    options = get_parser(before.parser).options(**before.options)
    key = parse_key(before.parser, options)
    sir = parse(library, record, before.parser, options, key, progress)
    _note(library, record, sir, before.parser, options, before.chosen, before.decided_by)
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
    routed = None if options or parser != DEFAULT_PARSER else _decided(library, sha, decide)
    chosen = options or _options(library, sha, parser, routed)
    key = parse_key(parser, chosen)
    return load_or_parse(library, library.get(sha), parser, chosen, key, progress)


def parse_seconds(
    library: Library,
    sha: str,
    parser: str,
    known: Callable[[Library, str], Inspection | None] = known_inspection,
) -> float | None:
    """How long a parser took for a document with its default options; None if not yet used.

    `known` gives what was decided before, without deciding now.

    Raises:
        NotFound: the library has no such document.
    """
    key = _route_key(library, sha, parser, known)
    return None if key is None else seconds_of(library, sha, key)


def route_key(
    library: Library,
    sha: str,
    parser: str,
    known: Callable[[Library, str], Inspection | None] = known_inspection,
) -> str | None:
    """The name of the SIR that a parser gives with its default options; None if not yet known.

    `known` is that of `parse_seconds`. Raises likewise.
    """
    key = _route_key(library, sha, parser, known)
    return None if key is None else tree_key(library, sha, key)


def _route_key(
    library: Library, sha: str, parser: str, known: Callable[[Library, str], Inspection | None]
) -> str | None:
    library.get(sha)
    routed = None
    if parser == DEFAULT_PARSER:
        found = known(library, sha)
        if found is None:
            return None
        routed = _Routed(found.decision.selected_path, found.decided_by)
    return parse_key(parser, _options(library, sha, parser, routed))


def parse_key(parser: str, options: ParserOptions) -> str:
    """The name under which the library keeps the SIR made by a parser with these options."""
    said = f"{_VERSION}:{sir_io.SCHEMA}:{parser}:{options.model_dump_json()}"
    return f"{parser}-{blake2b(said.encode(), digest_size=5).hexdigest()}"


def _note(
    library: Library,
    record: DocumentRecord,
    sir: Sir,
    parser: str,
    options: ParserOptions,
    by_hand: bool,
    decided_by: str,
) -> None:
    """Writes how the document was parsed into its record, if that is news."""
    key = parse_key(parser, options)
    said: dict[str, Any] = {
        "key": tree_key(library, record.sha, key),
        "chosen": by_hand,
        "decided_by": decided_by,
    }
    if not record.parse or said != record.parse.model_dump(include=set(said)):
        seconds = seconds_of(library, record.sha, key) or 0.0
        info = parse_info(sir, said["key"], parser, seconds).model_copy(
            update={**said, "options": options.model_dump(mode="json")}
        )
        library.set_parse(record.sha, info, sir.pages)


def _default(record: DocumentRecord) -> str:
    """The parser that nobody has to choose; what was given as text needs no Inspector."""
    return DEFAULT_PARSER if record.kind is Kind.PDF else PLAIN_TEXT


def _kept_choice(record: DocumentRecord) -> tuple[str, ParserOptions | None]:
    """The parser and options that a person chose; else the default, and where they are gone."""
    kept = record.parse
    if kept is None or not kept.chosen or kept.parser not in PARSERS:
        return _default(record), None
    try:
        return kept.parser, get_parser(kept.parser).options(**kept.options)
    except ValidationError:
        return kept.parser, None


def _options(library: Library, sha: str, parser: str, routed: _Routed | None) -> ParserOptions:
    """The default options of a parser; the automatic one takes the route that is decided.

    By the policy, path 3 is for the pages that call for it; a model chooses it for all of them. A
    document keeps the OCR engine that its parser used for it before.
    """
    options = get_parser(parser).options
    given: dict[str, Any] = {}
    if "ocr" in options.model_fields:
        kept = library.get(sha).parse
        used = kept.options.get("ocr") if kept and kept.parser == parser else None
        given["ocr"] = used or library.settings.ocr_engine
    if routed:
        by_sight = routed.route is Route.VISUAL_TOPOLOGY
        given |= {"route": routed.route, "throughout": by_sight and bool(routed.by)}
    return options.model_validate(given)


def _kept_route(record: DocumentRecord) -> _Routed | None:
    """The route that the document was parsed by, if it was not a person who chose it."""
    kept = record.parse
    if kept is None or kept.chosen or kept.parser != DEFAULT_PARSER:
        return None
    return _Routed(Route(kept.options.get("route", Route.STRUCTURAL_RULE)), kept.decided_by)


def _decided(library: Library, sha: str, decide: Decide) -> _Routed:
    """The Inspector's decision; path 1 where a page stops it, which the parser then leaves out."""
    try:
        found = decide(library, sha)
    except (LimitReached, BrokenPdf):
        return _Routed(Route.STRUCTURAL_RULE)
    return _Routed(found.decision.selected_path, found.decided_by)
