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
from benchmarks.stand_in import stand_in
from core.chunking import PLANNED, STRATEGIES, chunk, make_options
from core.chunking.base import ChunkSource
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.inspection.agent import decide_by_model
from core.inspection.inspector import inspect
from core.llm.base import Usage, tokens_in
from core.llm.ledger import Ledger, Total, totals
from core.llm.model import LanguageModel
from core.parsing import get_parser
from core.refining import REFINED, refine
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.chunking.base import ChunkingResult

DOCUMENT = "nice_ng243/ng243.pdf"
SIZE = 10_000
SCANNING = 1.65
"""Tokens of full-text scanning, in times of the document. Source: TopoChunker, table 3."""
REFERENCE = 0.85
"""Tokens of TopoChunker on a simple document, in times of it. Source: TopoChunker, section 4.4."""

_INSPECTED = frozenset({"topology"})
"""Strategies to which the paper counts the choice of the route."""


def run(data: Path | None) -> list[Figure]:
    """Tokens of every strategy, and of each stage of those that ask; nothing without the data."""
    if data is None:
        return []
    pdf, stream = beginning(data / DOCUMENT)
    with pdf:
        routing = calls_of(lambda model: decide_by_model(inspect(pdf, "ng243"), model))
    figures = [_figure("inspector", "inspect", total) for total in routing.values()]
    document = _tokens(stream)
    for strategy in STRATEGIES:
        results: list[ChunkingResult] = []
        spent = calls_of(
            lambda model, name=strategy, held=results: held.append(chunks(stream, name, model))
        )
        figures += [_figure(strategy, stage, total) for stage, total in spent.items()]
        used = [*spent.values(), *(routing.values() if strategy in _INSPECTED else ())]
        figures.append(_total(strategy, used, document))
        figures += _written(strategy, used, results[0], document)
    return figures


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
    """Chunks with default options, planned and refined by the model where a strategy asks one."""
    asked = model if strategy in PLANNED else None
    source = ChunkSource(stream, lambda: measure_sentences(stream, open_encoder("hashing")), asked)
    result = chunk(source, strategy, make_options(strategy, {}))
    return refine(result, asked) if strategy in REFINED else result


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
