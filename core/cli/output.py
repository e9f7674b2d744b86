"""Results as text for people, and as files."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import closing
from statistics import median
from typing import TYPE_CHECKING

from core.errors import DiskFull, InputError, InvalidOption
from core.export.annotation_job import annotated_pdf
from core.export.bundle import bundle, tree_bundle, zipped
from core.export.chunks_jsonl import chunks_jsonl, topology_jsonl
from core.export.chunks_markdown import chunks_markdown
from core.export.document_markdown import to_markdown
from core.export.normalised_json import normalised_json
from core.export.pdf_marks import chunk_marks
from core.export.sections_jsonl import anchored_jsonl
from core.export.sir_json import structure_json
from core.files import disk_is_full
from core.page_names import number_ranges
from core.rendering import PageImage, Renderer
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.chunking.base import Chunk, ChunkingResult
    from core.cli.console import Console
    from core.configuration import Configuration
    from core.geometry import BoundingBox
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.workbench import Workbench

_SHOWN = 60
"""Characters of a chunk in the table."""

_TEXTS: dict[str, Callable[[ChunkingResult, str], str]] = {
    "jsonl": lambda result, name: "".join(chunks_jsonl(result, name)),
    "topology": lambda result, name: "".join(topology_jsonl(result)),
    "sections": lambda result, name: "".join(anchored_jsonl(result)),
    "md": chunks_markdown,
}
"""Chunks as text, by the name of the format; functions of the chunks and the document's name."""


def chunk_table(result: ChunkingResult, name: str) -> Iterator[str]:
    """The chunks of a document, one a line, below their sizes."""
    options = ", ".join(f"{key} {value}" for key, value in result.options.model_dump().items())
    by = f", planned by {result.making.model}" if result.making.model else ""
    yield f"{name}: {number_of(len(result.chunks), 'chunk')}, {result.strategy} ({options}){by}"
    if sizes := [chunk.token_count for chunk in result.chunks]:
        yield f"tokens: {min(sizes)} to {max(sizes)}, median {median(sizes):g}"
        yield f"{'chunk':>6} {'tokens':>6} {'pages':>9}  begins with"
    yield from map(_chunk_line, result.chunks)


def merge_lines(result: ChunkingResult) -> Iterator[str]:
    """How many topics are kept together with what stands before them, by reason."""
    record = result.making.record
    starts = {chunk.cut.start for chunk in result.chunks}
    joined = record.kept_together(starts) if record else []
    if record and joined:
        by_kind = Counter(record.links[topic - 1].relation.value for topic in joined)
        named = ", ".join(f"{count} {kind}" for kind, count in by_kind.most_common())
        yield f"kept together with the topic before: {len(joined)} ({named} dependency)"


def _chunk_line(chunk: Chunk) -> str:
    pages = number_ranges(chunk.pages) or "?"
    shown = beginning(chunk.content, _SHOWN)
    return f"{chunk.index + 1:>6} {chunk.token_count:>6} {pages:>9}  {shown}"


def inspection_lines(inspection: Inspection) -> Iterator[str]:
    """The answers of the tools with their times, the fingerprint, and the decision."""
    yield f"{len(inspection.sampled_pages)} of {inspection.metadata.pages} pages sampled"
    for name, answer in inspection.answers.items():
        yield f"{name} ({1000 * inspection.seconds[name]:.0f} ms)"
        yield from (f"  {key}: {_plain(value)}" for key, value in answer.model_dump().items())
    yield f"fingerprint ({inspection.tokens} tokens)"
    yield from (f"  {line}" for line in inspection.fingerprint.splitlines())
    decision = inspection.decision
    for number, step in enumerate(inspection.steps, 1):
        named = ", ".join(f"{name}={value}" for name, value in step.arguments.items())
        yield f"step {number}: {step.tool}({named})"
        yield from (f"  {words}" for words in (step.thought, step.answer.get("error")) if words)
    yield (
        f"{decision.selected_path.value}, chosen by {inspection.decided_by or 'the policy'}, "
        f"confidence {decision.confidence_score:.2f}, risk {decision.risk_score:.2f}"
    )
    yield f"  {decision.reason}"
    if inspection.decided_by and decision.balance:
        yield f"  the policy would have chosen {decision.balance[0].path.value}:"
    for score in decision.balance:
        parts = (
            f"{score.cost_part:+.2f} time {score.tokens_part:+.2f} tokens "
            f"{score.loss_part:+.2f} loss {score.fidelity_part:+.2f}"
        )
        yield f"  {score.score:+.2f} {score.path.value}: {parts} fidelity"


def _plain(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def write_export(
    workbench: Workbench,
    record: DocumentRecord,
    config: Configuration,
    arguments: Namespace,
    console: Console,
) -> int:
    """Number of bytes written to `arguments.out`, or to standard output without it.

    A stream on standard output has no links to pictures. A tree has some in a ZIP file.

    Raises:
        InvalidOption: a PDF would go to standard output.
        InputError: the file cannot be written.
    """
    if arguments.format == "pdf" and arguments.out is None:
        raise InvalidOption("--format pdf needs --out FILE.")
    if arguments.format == "stream" and arguments.out:
        return _write_packed(workbench, record, arguments, console)
    if arguments.format == "sir" and arguments.out and arguments.out.suffix.lower() == ".zip":
        return _write_packed(workbench, record, arguments, console)
    content = _content(workbench, record, config, arguments.format, console)
    if arguments.out:
        save(arguments.out, content)
    else:
        sys.stdout.write(content.decode())
    return len(content)


def _content(
    workbench: Workbench, record: DocumentRecord, config: Configuration, form: str, console: Console
) -> bytes:
    if form == "sir":
        content = structure_json(workbench.documents.stream(record.sha))
        return json.dumps(content, ensure_ascii=False).encode()
    if form == "normalised":
        return normalised_json(workbench.documents.sir(record.sha)).encode()
    if form == "stream":
        return to_markdown(workbench.documents.sir(record.sha), {}).encode()
    with console.progress("chunking") as progress:
        result = workbench.chunks.of(record.sha, config, progress)
    console.notice(*result.making.notices)
    if form in _TEXTS:
        return _TEXTS[form](result, record.name).encode()
    with console.progress("marking") as progress:
        return annotated_pdf(workbench.library, record.sha, chunk_marks(result), progress)


def _write_packed(
    workbench: Workbench, record: DocumentRecord, arguments: Namespace, console: Console
) -> int:
    """Bytes of a stream or a tree and its pictures: in one ZIP file, or in a folder beside it."""
    path, out = workbench.library.pdf_path(record.sha), arguments.out
    stream = workbench.documents.stream(record.sha)
    with closing(Renderer()) as renderer, console.progress("drawing figures") as progress:

        def crop(box: BoundingBox) -> PageImage:
            return renderer.crop(path, box, record.name)

        if arguments.format == "sir":
            packed = tree_bundle(stream, crop, progress)
        else:
            packed = bundle(stream.sir, crop, progress)
    if out.suffix.lower() == ".zip":
        content = zipped(packed, f"{out.stem}.{'json' if arguments.format == 'sir' else 'md'}")
        save(out, content)
        return len(content)
    files = {out: packed.text.encode()}
    files |= {out.parent / name: data for name, data in packed.images.items()}
    for target, data in files.items():
        save(target, data)
    return sum(map(len, files.values()))


def save(path: Path, content: bytes) -> None:
    """Writes a file where the user wants it; missing folders are made.

    Raises:
        DiskFull: there is no room for it; nothing of it stays.
        InputError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
    except OSError as error:
        if disk_is_full(error):
            raise DiskFull(
                f"{path} cannot be written: its disk is full. Free {len(content)} bytes there, or "
                "choose another place. What was there before is unchanged."
            ) from error
        raise InputError(
            f"{path} cannot be written ({error.strerror}). Choose another place."
        ) from error


def _replace(path: Path, content: bytes) -> None:
    """Puts a whole file in the place of the one before; a device or a pipe is written to."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
