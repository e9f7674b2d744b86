"""What a model writes that plans chunks by ids, beside one that writes the chunks out itself.

Agentic chunking, the baseline of W-RAC, has a model give a document back as chunks: every word is
paid for a second time, and may come back as another one. Both are asked about the same parts of
the same documents, over HTTP, by the same client. The service is the stand-in, which copies
without a mistake: that its chunks hold the document's words says nothing about a real model, of
whose mistakes this would be the measure. Its seconds are those of this program, not of a model.

Tokens are counted by the service, four characters each. A vocabulary takes more of them for ids
between quotation marks than for words, so the answers are also counted in those at hand; that of
WordPiece, which takes every mark for a token, is harder than those of services. Of long documents
the first 10,000 tokens are read.
"""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from benchmarks.stand_in import Asked, answer
from benchmarks.tokens import beginning, chunks
from benchmarks.vocabularies import SERVICE, vocabularies
from benchmarks.written_chunks import Changes, changes, written_out
from core.errors import ReplyUnusable
from core.llm.base import Reply, Usage, tokens_in, user_says
from core.llm.gemini import GeminiTransport
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from core.tokens import TokenStream

    Respond = Callable[[Asked], Reply | str]

OWN_DOCUMENTS = {
    "guideline, English sample": "oncology_guideline_en.pdf",
    "guideline, German sample": "onkologie_leitlinie_de.pdf",
}
"""Documents of `sample_docs` by their kinds."""
REAL_DOCUMENTS = {
    "clinical guideline": "nice_ng243/ng243.pdf",
    "annual report": "ohr/pdfs/AMAZON_2017_10K.pdf",
    "manual": "ohr/pdfs/nova_y70.pdf",
}
"""Documents of the real data. The manual is in short units, for which ids save the least."""

MOST_WRITTEN = 0.1
"""Tokens of the answers, in times of those of agentic chunking. Source: W-RAC, abstract."""
MOST_OF_TEXT = 0.05
"""Tokens of the answers, in times of the document's, by the same count."""


_BY_SERVICE = "the service", tokens_in


@dataclass(frozen=True, slots=True)
class Account:
    """What one way of chunking a document took.

    `usage` is counted by the service; `written` are the tokens of its answers by vocabulary, and
    `text` those of the document, by the service as well. `seconds` are wall
    time.
    """

    chunks: int
    calls: int
    usage: Usage
    written: Mapping[str, int]
    text: Mapping[str, int]
    seconds: float
    changes: Changes


def run(data: Path | None) -> list[Figure]:
    """Tokens, seconds and changed text of both, by document; without the data, of the samples."""
    paths = {kind: SAMPLES / name for kind, name in OWN_DOCUMENTS.items()}
    if data:
        paths |= {kind: data / name for kind, name in REAL_DOCUMENTS.items()}
    figures: list[Figure] = []
    by_ids: list[Account] = []
    written: list[Account] = []
    for kind, path in paths.items():
        pdf, stream = beginning(path)
        pdf.close()
        by_ids.append(account(stream, planned_by_ids))
        written.append(account(stream, written_out))
        figures += _figures(kind, stream, by_ids[-1], written[-1])
    return [*figures, *_together(by_ids, written)]


def planned_by_ids(stream: TokenStream, model: LanguageModel) -> list[str]:
    """Texts of the chunks that the model plans by ids, headings from above them left out.

    Raises:
        ReplyUnusable: rules planned in its place.
    """
    result = chunks(stream, "retrieval_aware", model)
    if result.making.notices:
        raise ReplyUnusable(" ".join(result.making.notices))
    return [
        "\n\n".join(stream.text(*piece) for piece in chunk.cut.pieces) for chunk in result.chunks
    ]


def account(
    stream: TokenStream,
    chunker: Callable[[TokenStream, LanguageModel], list[str]],
    respond: Respond = answer,
) -> Account:
    """What a chunker asks of a service that answers by `respond`, and what it makes of it.

    Raises:
        ModelError: it failed, which is not to be counted as if it had not.
    """
    document = stream.text(0, len(stream))
    with _service(respond) as (model, ledger, replies):
        start = perf_counter()
        texts = chunker(stream, model)
        seconds = perf_counter() - start
        calls = ledger.calls()
        return Account(
            len(texts),
            len(calls),
            sum((Usage(call.input, call.output) for call in calls), Usage()),
            {name: sum(map(count, replies)) for name, count in vocabularies().items()},
            {name: count(document) for name, count in (*vocabularies().items(), _BY_SERVICE)},
            seconds,
            changes(document, texts),
        )


@contextmanager
def _service(respond: Respond) -> Iterator[tuple[LanguageModel, Ledger, list[str]]]:
    """A model behind a server of this machine, the ledger of its calls, and what it answered."""
    replies: list[str] = []

    def answered(asked: Asked) -> Reply | str:
        reply = respond(asked)
        replies.append(reply.text if isinstance(reply, Reply) else reply)
        return reply

    with tempfile.TemporaryDirectory() as folder, GeminiServer(answered) as server:
        transport = GeminiTransport("stand-in", "no-key", server.url)
        # The client is loaded by its first call, for which no chunker should pay.
        LanguageModel(transport).task("load").once(user_says("Answer OK.", "OK"))
        replies.clear()
        ledger = Ledger(Path(folder))
        yield LanguageModel(transport, ledger=ledger), ledger, replies


def _figures(kind: str, stream: TokenStream, ours: Account, theirs: Account) -> Iterator[Figure]:
    how = (
        f"a document of {ours.text[_BY_SERVICE[0]]:,} tokens; calls and chunks: "
        f"retrieval-aware {ours.calls}, {ours.chunks}; agentic {theirs.calls}, {theirs.chunks}"
    )
    for name, unit, value, baseline in (
        ("tokens sent", "tokens", ours.usage.input, theirs.usage.input),
        ("tokens written", "tokens", ours.usage.output, theirs.usage.output),
        ("seconds of the program", "s", ours.seconds, theirs.seconds),
    ):
        yield Figure(f"{name}, {kind}", how, value, unit, baseline, "agentic chunking")
    yield _ratio(f"written in times of agentic, {kind}", how, _output(ours), _output(theirs))
    yield from _of_text(kind, ours)
    changed = theirs.changes
    yield Figure(
        f"text lost or changed, {kind}",
        f"characters; agentic, by a stand-in that copies: {changed.lost} lost, "
        f"{changed.rewritten} rewritten, {changed.invented} invented of {changed.total:,}",
        ours.changes.share,
        "of the text",
        changed.share,
        "agentic chunking, copied without a mistake",
        0.0,
        at_most=True,
    )


def _of_text(kind: str, ours: Account) -> Iterator[Figure]:
    """What the plan by ids takes of the document's own tokens, by each count."""
    for vocabulary, total in ours.text.items():
        written = ours.written.get(vocabulary, ours.usage.output)
        figure = _ratio(f"written in times of the text, {kind}", vocabulary, written, total)
        # No service counts in WordPiece: it only says how bad it could be.
        counts = vocabulary in (SERVICE, _BY_SERVICE[0])
        yield replace(
            figure,
            name=f"{figure.name}, {vocabulary}",
            target=MOST_OF_TEXT if counts else None,
        )


def _together(ours: Sequence[Account], theirs: Sequence[Account]) -> Iterator[Figure]:
    sent = [sum(one.usage.input for one in accounts) for accounts in (ours, theirs)]
    name = f"written in times of agentic, all {len(ours)}"
    how = f"by the service; sent {sent[0]:,} and {sent[1]:,}"
    yield _ratio(name, how, sum(map(_output, ours)), sum(map(_output, theirs)))
    for vocabulary in ours[0].written:
        pairs = [
            (mine.written[vocabulary], other.written[vocabulary])
            for mine, other in zip(ours, theirs, strict=True)
        ]
        total = [sum(counts) for counts in zip(*pairs, strict=True)]
        worst = max(pairs, key=lambda p: p[0] / p[1])
        figures = (
            _ratio(f"{name}, {vocabulary}", "by this vocabulary", total[0], total[1]),
            _ratio(f"{name}, {vocabulary}, worst", "the worst document", *worst),
        )
        # No service counts in WordPiece: it only says how bad it could be.
        if vocabulary != SERVICE:
            figures = (replace(figure, target=None) for figure in figures)
        yield from figures


def _output(account: Account) -> int:
    return account.usage.output


def _ratio(name: str, how: str, written: int, other: int) -> Figure:
    how = f"{how}; written {written:,} and {other:,}"
    return Figure(name, how, written / other, "times", target=MOST_WRITTEN, at_most=True)
