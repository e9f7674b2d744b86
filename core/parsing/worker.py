"""Parsing a document of the library in a process of its own, once for each parser and options."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from core import sir_io
from core.errors import BrokenPdf, LimitReached, NotFound
from core.inspection.worker import inspect_document, known_inspection
from core.isolation import Job, Limits, run_isolated
from core.library import Kind, Library
from core.parsing import PARSERS, get_parser
from core.parsing.info import AUTOMATIC, parse_info
from core.parsing.plan import Staff
from core.sir import Route

if TYPE_CHECKING:
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.parsing.base import ParserOptions
    from core.progress import Progress
    from core.settings import Settings
    from core.sir import Sir

DEFAULT_PARSER = AUTOMATIC
"""The parser that takes its route from the Inspector."""
PLAIN_TEXT = "plain_text"
"""The parser of documents that were given as text."""
STAGE = "sir"
SECONDS = "seconds"
"""The stage that keeps how long each parse took, under the key of its SIR."""
_VERSION = 5
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
    `progress` counts pages and may raise `Cancelled`; then nothing is kept.

    Raises:
        NotFound: the library has no such document.
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read, or crashed the parser.
        LimitReached: parsing passed its limit of time or memory.
    """
    record = library.get(sha)
    kept = _kept_route(record) if parser is None else None
    if parser is None:
        parser, options = _kept_choice(record)
    by_hand = parser != _default(record) or options is not None
    asked = parser == DEFAULT_PARSER and not by_hand
    routed = (kept or _decided(library, sha, decide)) if asked else None
    chosen = options or _options(library, sha, parser, routed)
    sir = _sir(library, record, parser, chosen, progress)
    said: dict[str, Any] = {
        "key": parse_key(parser, chosen),
        "chosen": by_hand,
        "decided_by": routed.by if routed else "",
    }
    if not record.parse or said != record.parse.model_dump(include=set(said)):
        seconds = _seconds(library, sha, said["key"]) or 0.0
        info = parse_info(sir, said["key"], parser, seconds).model_copy(
            update={**said, "options": chosen.model_dump(mode="json")}
        )
        library.set_parse(sha, info, sir.pages)
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
    return _sir(library, library.get(sha), parser, chosen, progress)


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
    key = route_key(library, sha, parser, known)
    return None if key is None else _seconds(library, sha, key)


def route_key(
    library: Library,
    sha: str,
    parser: str,
    known: Callable[[Library, str], Inspection | None] = known_inspection,
) -> str | None:
    """The name of the SIR that a parser gives with its default options; None if not yet known.

    `known` is that of `parse_seconds`. Raises likewise.
    """
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


def parse_limits(settings: Settings, pages: int) -> Limits:
    """The limits for a document of so many pages."""
    seconds = settings.parse_seconds + pages * settings.parse_seconds_per_page
    return Limits(seconds, settings.parse_memory_mb)


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


def _sir(
    library: Library,
    record: DocumentRecord,
    parser: str,
    options: ParserOptions,
    progress: Progress | None,
) -> Sir:
    try:
        return sir_io.load(library.stage_path(record.sha, STAGE, parse_key(parser, options)))
    except NotFound:
        return _parse(library, record, parser, options, progress)


def _seconds(library: Library, sha: str, key: str) -> float | None:
    held = library.load_bytes(sha, SECONDS, key)
    return float(held) if held else None


def _parse(
    library: Library,
    record: DocumentRecord,
    parser: str,
    options: ParserOptions,
    progress: Progress | None,
) -> Sir:
    sha, key = record.sha, parse_key(parser, options)
    limits = parse_limits(library.settings, record.page_count)
    arguments = {
        "path": str(library.pdf_path(sha)),
        "document": sha,
        "parser": parser,
        "options": options.model_dump(mode="json"),
        "staff": asdict(_staff(library.settings)),
    }

    def fill(folder: Path) -> None:
        folder.mkdir()
        held = {**arguments, "folder": str(folder)}
        job = Job(record.name, f"{__name__}:parse_file", held, record.page_count)
        run_isolated(job, limits, progress)

    start = time.monotonic()
    sir = sir_io.load(library.store(sha, STAGE, key, fill))
    library.store_bytes(sha, SECONDS, key, f"{time.monotonic() - start:.3f}".encode())
    return sir


def _staff(settings: Settings) -> Staff:
    return Staff(settings.parse_workers, settings.page_seconds)


def parse_file(
    path: str,
    document: str,
    parser: str,
    options: dict[str, Any],
    folder: str,
    staff: dict[str, Any],
    progress: Progress,
) -> None:
    """Parses the PDF at `path` and saves its SIR in `folder`; runs in the child process.

    Raises:
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read.
    """
    import pymupdf
    from pymupdf import mupdf

    chosen = get_parser(parser)
    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            made = chosen.options(**options)
            sir = chosen.parse(pdf, document, made, progress, Staff(**staff))
    except (pymupdf.FileDataError, mupdf.FzErrorBase) as error:
        raise BrokenPdf(
            f"the file is damaged and cannot be read ({error}). Open it in a PDF reader, save or "
            "print it as a new PDF, and add that one."
        ) from error
    sir_io.save(sir, Path(folder))
