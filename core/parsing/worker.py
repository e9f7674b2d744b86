"""Parsing a document of the library in a process of its own, once for each parser and options."""

from __future__ import annotations

import time
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import sir_io
from core.errors import BrokenPdf, NotFound
from core.isolation import Job, Limits, run_isolated
from core.library import ParseInfo
from core.parsing import get_parser

if TYPE_CHECKING:
    from core.library import DocumentRecord, Library
    from core.parsing.base import ParserOptions
    from core.progress import Progress
    from core.settings import Settings
    from core.sir import Sir

DEFAULT_PARSER = "structural_rule"
STAGE = "sir"
_VERSION = 3
"""Counted up when the same parser and options give another SIR."""


def parse_document(
    library: Library,
    sha: str,
    parser: str = DEFAULT_PARSER,
    options: ParserOptions | None = None,
    progress: Progress | None = None,
) -> Sir:
    """The SIR of a document, from the cache if these options were used before.

    How it was parsed, and what was left out, is noted in the document's record. `progress`
    counts pages and may raise `Cancelled`; then nothing is kept.

    Raises:
        NotFound: the library has no such document.
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read, or crashed the parser.
        LimitReached: parsing passed its limit of time or memory.
    """
    record = library.get(sha)
    chosen = options or get_parser(parser).options()
    key = parse_key(parser, chosen)
    try:
        sir = sir_io.load(library.stage_path(sha, STAGE, key))
    except NotFound:
        return _parse(library, record, parser, chosen, progress)
    if not record.parse or record.parse.key != key:
        library.set_parse(sha, _info(sir, key, parser, 0.0), sir.pages)
    return sir


def parse_key(parser: str, options: ParserOptions) -> str:
    """The name under which the library keeps the SIR made by a parser with these options."""
    said = f"{_VERSION}:{sir_io.SCHEMA}:{parser}:{options.model_dump_json()}"
    return f"{parser}-{blake2b(said.encode(), digest_size=5).hexdigest()}"


def parse_limits(settings: Settings, pages: int) -> Limits:
    """The limits for a document of so many pages."""
    seconds = settings.parse_seconds + pages * settings.parse_seconds_per_page
    return Limits(seconds, settings.parse_memory_mb)


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
    }

    def fill(folder: Path) -> None:
        folder.mkdir()
        held = {**arguments, "folder": str(folder)}
        job = Job(record.name, f"{__name__}:parse_file", held, record.page_count)
        run_isolated(job, limits, progress)

    start = time.monotonic()
    sir = sir_io.load(library.store(sha, STAGE, key, fill))
    seconds = round(time.monotonic() - start, 3)
    library.set_parse(sha, _info(sir, key, parser, seconds), sir.pages)
    return sir


def parse_file(
    path: str,
    document: str,
    parser: str,
    options: dict[str, Any],
    folder: str,
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
            sir = chosen.parse(pdf, document, chosen.options(**options), progress)
    except (pymupdf.FileDataError, mupdf.FzErrorBase) as error:
        raise BrokenPdf(
            f"the file is damaged and cannot be read ({error}). Open it in a PDF reader, save or "
            "print it as a new PDF, and add that one."
        ) from error
    sir_io.save(sir, Path(folder))


def _info(sir: Sir, key: str, parser: str, seconds: float) -> ParseInfo:
    failed = tuple(int(n) for n in sir.metadata.get("failed_pages", "").split(",") if n)
    with_text = set(sir.lines.page.tolist())
    empty = [p.number for p in sir.pages if p.number not in with_text and p.number not in failed]
    warnings: list[str] = []
    if failed:
        warnings.append(f"Could not be read and were left out: {_pages(failed)}.")
    if empty:
        warnings.append(
            f"Hold no text: {_pages(empty)}. If they are scans, they need the visual route."
        )
    return ParseInfo(
        key=key,
        parser=parser,
        route=sir.metadata.get("route", parser),
        seconds=seconds,
        failed_pages=failed,
        warnings=tuple(warnings),
    )


def _pages(numbers: tuple[int, ...] | list[int]) -> str:
    """Page numbers in words, runs as ranges: `pages 1, 3 to 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    noun = "page" if len(numbers) == 1 else "pages"
    return f"{noun} {', '.join(' to '.join(map(str, run)) for run in runs)}"
