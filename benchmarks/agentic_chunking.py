"""What a model writes that plans chunks by ids, beside one that writes the chunks out itself.

Agentic chunking, the baseline of W-RAC, has a model give a document back as chunks: every word is
paid for a second time, and may come back as another one. Both are asked about the same parts of
the same documents, over HTTP, by the same client. The service is the stand-in, which copies
without a mistake: that its chunks hold the document's words says nothing about a real model, of
whose mistakes this would be the measure.

Tokens are counted as by the service, four characters each. A vocabulary takes more of them for ids
between quotation marks than for words, so the answers are also counted by one of services where an
extra brings it along. Of long documents the first 10,000 tokens are read.
"""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from benchmarks.stand_in import Asked, answer
from benchmarks.tokens import beginning, chunks
from benchmarks.written_chunks import words_changed, written_out
from core.chunking.token_counts import is_here, vocabulary_count
from core.errors import ReplyUnusable
from core.llm.base import Reply, tokens_in
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


SERVICE, VOCABULARY = "the service", "o200k_base"
"""Ways of counting; the vocabulary comes with the extras `bench` and `tokens`."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one way of chunking a document took.

    `written` are the tokens of the answers and `text` those of the document, by way of counting;
    `changed` are the words of the document that the chunks lack, and those they have beside it.
    """

    chunks: int
    calls: int
    sent: int
    written: Mapping[str, int]
    text: Mapping[str, int]
    changed: int


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
        figures += _figures(kind, by_ids[-1], written[-1])
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
        texts = chunker(stream, model)
        calls = ledger.calls()
    counts = _counts()
    return Account(
        len(texts),
        len(calls),
        sum(call.input for call in calls),
        {name: sum(map(count, replies)) for name, count in counts.items()},
        {name: count(document) for name, count in counts.items()},
        words_changed(document, texts),
    )


def _counts() -> Mapping[str, Callable[[str], int]]:
    """The ways of counting tokens that are at hand."""
    known = {VOCABULARY: vocabulary_count(VOCABULARY)} if is_here(VOCABULARY) else {}
    return {SERVICE: tokens_in, **known}


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
        ledger = Ledger(Path(folder))
        yield LanguageModel(transport, ledger=ledger), ledger, replies


def _figures(kind: str, ours: Account, theirs: Account) -> Iterator[Figure]:
    how = (
        f"a document of {ours.text[SERVICE]:,} tokens; calls and chunks: "
        f"retrieval-aware {ours.calls}, {ours.chunks}; agentic {theirs.calls}, {theirs.chunks}"
    )
    beside = "agentic chunking"
    yield Figure(f"tokens sent, {kind}", how, ours.sent, "tokens", theirs.sent, beside)
    for name, written in ours.written.items():
        other, text = theirs.written[name], ours.text[name]
        yield Figure(f"tokens written, {kind}, {name}", how, written, "tokens", other, beside)
        yield _ratio(f"written in times of agentic, {kind}, {name}", how, written, other)
        title = f"written in times of the text, {kind}, {name}"
        yield _ratio(title, how, written, text, MOST_OF_TEXT)
    yield Figure(
        f"text lost or changed, {kind}",
        "words that one of text and chunks lacks; agentic, by a stand-in that copies",
        ours.changed,
        "words",
        theirs.changed,
        "agentic chunking, copied without a mistake",
        0,
        at_most=True,
    )


def _together(ours: Sequence[Account], theirs: Sequence[Account]) -> Iterator[Figure]:
    for name in ours[0].written:
        pairs = [
            (mine.written[name], other.written[name])
            for mine, other in zip(ours, theirs, strict=True)
        ]
        written, other = (sum(column) for column in zip(*pairs, strict=True))
        title = f"written in times of agentic, all {len(ours)}, {name}"
        yield _ratio(title, "of all documents", written, other)
        worst = max(pairs, key=lambda pair: pair[0] / pair[1])
        yield _ratio(f"{title}, worst", "the worst document", *worst)


def _ratio(name: str, how: str, written: int, other: int, most: float = MOST_WRITTEN) -> Figure:
    how = f"{how}; written {written:,} and {other:,}"
    return Figure(name, how, written / other, "times", target=most, at_most=True)
