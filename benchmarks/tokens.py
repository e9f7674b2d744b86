"""What language models are sent and write back, by stage, for each strategy on one document.

The document is the beginning of a clinical guideline: as many whole pages as hold at most
10,000 tokens. The model is the stand-in, so nothing is paid; its answers have the form and about
the length of a model's. Tokens are counted alike everywhere, four characters each, as services
tell their users to. Retries and thoughts, which a real service adds, are not in the figures.

The baseline is what scanning the whole text for breaks sends, as LumberChunker does: 1.65 times
the document (TopoChunker, section 4.4 and table 3). TopoChunker itself reports 8,500 tokens for a
simple document of 10,000.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from benchmarks.stand_in import stand_in
from core.chunking import PLANNED, STRATEGIES, make_options
from core.chunking.base import ChunkingResult, ChunkSource
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.inspection.agent import decide_by_model
from core.inspection.inspector import inspect
from core.llm.base import Usage, tokens_in
from core.llm.ledger import Ledger, Total, totals
from core.llm.model import LanguageModel
from core.parsing import get_parser
from core.refining import cut
from core.refining.options import DEFAULT_REFINING, WHOLE
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


DOCUMENT = "nice_ng243/ng243.pdf"
SIZE = 10_000
SCANNING = 1.65
"""Tokens of full-text scanning, in times of the document. Source: TopoChunker, table 3."""
REFERENCE = 0.85
"""Tokens of TopoChunker on a simple document, in times of it. Source: TopoChunker, section 4.4."""
OWN = ("oncology_guideline_en.pdf", "onkologie_leitlinie_de.pdf")
OTHERS = ("ohr/pdfs/AMAZON_2017_10K.pdf", "ohr/pdfs/nova_y70.pdf")
"""Further documents that the agents are measured on; the manual has the shortest sections."""
WHOLE_COST, MOST_COST = 1.26, 1.3
"""Tokens of the whole of TopoChunker, in times of the document (table 2), and what we allow."""

_BY_AGENTS = frozenset({"topology"})
"""Strategies to which the paper counts the choice of the route, and what the Refiner adds."""


def run(data: Path | None) -> list[Figure]:
    """Tokens of every strategy, and of each stage of those that ask; nothing without the data."""
    if data is None:
        return []
    pdf, stream = beginning(data / DOCUMENT)
    routing = _routing(pdf)
    figures = [_figure("inspector", "inspect", total) for total in routing.values()]
    document = _tokens(stream)
    for strategy in STRATEGIES:
        results: list[ChunkingResult] = []
        spent = calls_of(
            lambda model, name=strategy, held=results: held.append(chunks(stream, name, model))
        )
        figures += [_figure(strategy, stage, total) for stage, total in spent.items()]
        used = [*spent.values(), *(routing.values() if strategy in _BY_AGENTS else ())]
        figures.append(_total(strategy, used, document))
        figures += _written(strategy, used, results[0], document)
    paths = [*(SAMPLES / name for name in OWN), *(data / name for name in (DOCUMENT, *OTHERS))]
    return [*figures, *(_by_agents(path) for path in paths if path.exists())]


def _routing(pdf: pymupdf.Document) -> Mapping[str, Total]:
    """What the Inspector takes, which ends the use of the file."""
    with pdf:
        return calls_of(lambda model: decide_by_model(inspect(pdf, "file"), model, (0.0, 0.0)))


def _by_agents(path: Path) -> Figure:
    """Tokens of Inspector, slicer and Refiner together, in times of the document.

    A title costs the same for a chunk of 60 tokens as for one of 500, and a route for a short
    document as for a long one: where sections are short, the whole is dearer.
    """
    pdf, stream = beginning(path)
    routing = _routing(pdf)
    results: list[ChunkingResult] = []
    spent = calls_of(lambda model: results.append(chunks(stream, "topology", model)))
    usage = sum((total.usage for total in (*routing.values(), *spent.values())), Usage())
    document = _tokens(stream)
    parts = {stage: total.usage.input + total.usage.output for stage, total in spent.items()}
    said = ", ".join(f"{stage} {used / document:.2f}" for stage, used in parts.items())
    return Figure(
        f"tokens of the agents, {path.stem}",
        f"{document:,} tokens in {len(results[0].chunks)} chunks; {said}",
        round((usage.input + usage.output) / document, 2),
        "times the document",
        WHOLE_COST,
        "TopoChunker, mixed corpus",
        target=MOST_COST,
        at_most=True,
    )


def beginning(path: Path) -> tuple[pymupdf.Document, TokenStream]:
    """The first pages of a PDF that hold at most `SIZE` tokens, and their stream."""
    pdf = pymupdf.open(path)
    parser = get_parser("structural_rule")
    whole = tokenize(parser.parse(pdf, path.stem, parser.options()), minilm_tokenizer())
    lengths = [
        tokens_in(whole.text(0, int((whole.page <= number).sum())))
        for number in range(1, len(whole.sir.pages) + 1)
    ]
    pdf.select(range(max(sum(length <= SIZE for length in lengths), 1)))
    sir = parser.parse(pdf, path.stem, parser.options())
    return pdf, tokenize(sir, minilm_tokenizer())


def chunks(stream: TokenStream, strategy: str, model: LanguageModel) -> ChunkingResult:
    """Chunks with default options, planned by the model, and refined, where a strategy asks it."""
    asked = model if strategy in PLANNED else None
    refining = WHOLE if strategy in _BY_AGENTS else DEFAULT_REFINING
    source = ChunkSource(stream, lambda: measure_sentences(stream, open_encoder("hashing")), asked)
    return cut(source, strategy, make_options(strategy, {}), refining)


def calls_of(work: Callable[[LanguageModel], object]) -> Mapping[str, Total]:
    """What a piece of work asks of the stand-in, by stage."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder))
        work(LanguageModel(stand_in(), ledger=ledger))
        return {str(stage): held for stage, held in totals(ledger.calls(), _stage).items()}


def _stage(call: object) -> str:
    return getattr(call, "stage", "")


def _tokens(stream: TokenStream) -> int:
    """Tokens of the document, counted as those of calls are."""
    return tokens_in(stream.text(0, len(stream)))


def _figure(strategy: str, stage: str, total: Total) -> Figure:
    used = total.usage
    how = f"{total.calls} calls, {used.input:,} sent, {used.output:,} written"
    return Figure(f"tokens, {strategy}, {stage}", how, used.input + used.output, "tokens")


def _total(strategy: str, used: list[Total], document: int) -> Figure:
    """All stages together beside scanning the whole text; a strategy without a model has none."""
    usage = sum((total.usage for total in used), Usage())
    figure = Figure(
        f"tokens, {strategy}, in all",
        f"a document of {document:,} tokens, {sum(total.calls for total in used)} calls; "
        f"TopoChunker would take {REFERENCE * document:,.0f}",
        usage.input + usage.output,
        "tokens",
        SCANNING * document,
        "full-text scanning",
    )
    return replace(figure, target=figure.baseline, at_most=True) if used else figure


def _written(
    strategy: str, used: list[Total], result: ChunkingResult, document: int
) -> Iterator[Figure]:
    """What the model wrote beside writing the text anew, for plans that say what that costs."""
    if not result.making.rewriting:
        return
    written = sum(total.usage.output for total in used)
    how = f"{len(result.chunks)} chunks; text written anew would be the whole document"
    yield Figure(
        f"tokens written, {strategy}", how, written, "tokens", document, "the text written anew"
    )
