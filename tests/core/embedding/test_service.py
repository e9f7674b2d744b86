"""Embedding models of the service: what is sent, what is kept, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embedding import open_encoder
from core.embedding.service import ServiceEncoder
from core.errors import (
    Cancelled,
    KeyRefused,
    ModelUnknown,
    ModelUnreachable,
    RequestTooLong,
    StoreUnavailable,
)
from core.indexing.base import IndexItem
from core.indexing.edge import edge_store
from core.llm.base import Embedded, EmbeddingTask, Usage
from core.llm.cache import ReplyCache
from core.llm.fake import FakeTransport
from core.llm.gemini import GeminiTransport
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from core.llm.openai import OpenAiTransport
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ITEMS = [IndexItem("a", "d", "Give 5 mg."), IndexItem("b", "d", "Stop it if a rash appears.")]


class Watched(FakeTransport):
    """Keeps what it was told to embed."""

    def __init__(self, dimension: int = 8) -> None:
        super().__init__(lambda _: "")
        self.batches: list[list[str]] = []
        self.tasks: list[EmbeddingTask] = []
        self.dimension = dimension

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        self.batches.append(list(texts))
        self.tasks.append(task)
        return Embedded(np.ones((len(texts), self.dimension), np.float32), Usage(len(texts)))


@given(st.lists(st.text(max_size=60).map(lambda text: text * 150), max_size=4))
def test_every_character_of_a_text_is_sent_and_no_window_is_too_long(texts: list[str]):
    transport = Watched()
    windows = ServiceEncoder("gemini", "m", LanguageModel(transport)).encode_windows(texts)
    batches = [batch for batch in transport.batches if not batch[0].startswith("the the")]
    sent = [text for batch in batches for text in batch] if texts else []
    for n, text in enumerate(texts):
        parts = [sent[i] for i in np.flatnonzero(windows.owner == n)]
        assert "".join("".join(parts).split()) == ("".join(text.split()) or ".")
        # At worst a piece of three letters is three tokens.
        assert all(len("".join(part.split())) <= 3 * 1024 for part in parts)
    assert all(text.strip() for text in sent)


class Short(Watched):
    """Reads the first `longest` words of a text, as services do, and tells no one."""

    def __init__(self, longest: int, *, refuses: bool = False) -> None:
        super().__init__()
        self.longest, self.refuses = longest, refuses

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        self.batches.append(list(texts))
        read = [text.split()[: self.longest] for text in texts]
        if self.refuses and any(len(text.split()) > self.longest for text in texts):
            raise RequestTooLong("over the context")
        rows = [[words.count(word) for word in ("the", "cat", "tax", "end")] for words in read]
        return Embedded(np.array(rows, np.float32) + 0.01, Usage(1))


@pytest.mark.parametrize("refuses", [False, True])
@pytest.mark.parametrize(("longest", "window"), [(4000, 1024), (512, 512), (300, 256), (130, 128)])
def test_no_window_is_longer_than_the_model_reads(longest: int, window: int, refuses: bool):
    transport = Short(longest, refuses=refuses)
    encoder = ServiceEncoder("openai", "m", LanguageModel(transport))
    windows = encoder.encode_windows(["cat " * 5000 + "end"])
    assert encoder.max_tokens == window
    assert all(len(text.split()) <= window for text in transport.batches[-1])
    assert windows.vectors[-1][3] > windows.vectors[0][3], "the end is read"
    tried = len(transport.batches)
    encoder.encode_windows(["cat " * 3000])
    assert len(transport.batches) == tried + 1


def test_nothing_is_tried_for_short_texts():
    transport = Short(40)
    ServiceEncoder("openai", "m", LanguageModel(transport)).encode(["cat"] * 3)
    assert len(transport.batches) == 1


def test_many_texts_go_out_in_batches():
    transport = Watched()
    vectors = ServiceEncoder("gemini", "m", LanguageModel(transport)).encode(["word"] * 250)
    assert [len(batch) for batch in transport.batches] == [100, 100, 50]
    assert vectors.shape == (250, 8)
    ServiceEncoder("gemini", "m", LanguageModel(transport)).encode(["12 " * 5000] * 3)
    assert all(sum(len(text) for text in batch) < 50_000 for batch in transport.batches)


def test_questions_and_texts_are_told_apart():
    transport = Watched()
    encoder = ServiceEncoder("gemini", "m", LanguageModel(transport))
    encoder.encode(["question"])
    encoder.encode_windows(["text"])
    assert transport.tasks == [EmbeddingTask.QUERY, EmbeddingTask.TEXT]


def test_the_length_of_a_vector_is_asked_for_once():
    transport = Watched(dimension=24)
    encoder = ServiceEncoder("gemini", "m", LanguageModel(transport))
    assert transport.batches == []
    assert [encoder.dimension, encoder.dimension] == [24, 24]
    assert len(transport.batches) == 1


def test_vectors_of_another_length_are_refused():
    transport = Watched()
    encoder = ServiceEncoder("gemini", "m", LanguageModel(transport))
    encoder.encode(["text"])
    transport.dimension = 9
    with pytest.raises(ModelUnreachable, match="index the documents anew"):
        encoder.encode(["text"])


def test_a_stop_in_the_middle_does_not_pay_twice(tmp_path: Path):
    texts = [f"text {n}" for n in range(250)]
    first, second = Watched(), Watched()

    def cancel(done: int, total: int) -> None:
        if done >= 200:
            raise Cancelled(f"stopped at {done} of {total}")

    def encoder(transport: Watched) -> ServiceEncoder:
        model = LanguageModel(transport, cache=ReplyCache(tmp_path), ledger=Ledger(tmp_path))
        return ServiceEncoder("gemini", "m", model)

    with pytest.raises(Cancelled):
        encoder(first).encode_windows(texts, cancel)
    assert len(encoder(second).encode_windows(texts).vectors) == 250
    assert [len(batch) for batch in first.batches + second.batches] == [100, 100, 50]
    calls = Ledger(tmp_path).calls()
    assert [call.cached for call in calls] == [False, False, True, True, False]
    assert {call.stage for call in calls} == {"embed"}


def test_damaged_vectors_are_made_anew(tmp_path: Path):
    model = LanguageModel(Watched(), cache=ReplyCache(tmp_path))
    ServiceEncoder("gemini", "m", model).encode(["text"])
    [path] = tmp_path.rglob("*.npz")
    for content in (b"", b"PK", path.read_bytes()[:-40]):
        path.write_bytes(content)
        assert ServiceEncoder("gemini", "m", model).encode(["text"]).shape == (1, 8)


def test_without_a_key_there_is_no_such_model():
    with pytest.raises(KeyRefused, match="Set GEMINI_API_KEY"):
        open_encoder("gemini:gemini-embedding-001")


def test_an_index_of_the_service_refuses_other_models_and_is_refused_by_them(tmp_path: Path):
    service = open_encoder("gemini:m", LanguageModel(Watched(dimension=64)))
    other = open_encoder("gemini:n", LanguageModel(Watched(dimension=64)))
    local = open_encoder("hashing")
    assert service.dimension == local.dimension == other.dimension
    for maker, user in ((service, local), (local, service), (service, other)):
        store = edge_store(tmp_path / f"{maker.name}-{user.name}".replace(":", "-"), "recipe")
        store.add(ITEMS, maker)
        with pytest.raises(StoreUnavailable, match=f"{maker.name}.*{user.name}"):
            store.search("rash", user, 3)
        with pytest.raises(StoreUnavailable, match="index the documents anew"):
            store.add(ITEMS[:1], user)
        store.close()


def test_the_service_finds_passages_over_http(tmp_path: Path):
    with GeminiServer() as server:
        model = LanguageModel(GeminiTransport("g", "k", server.url), sleep=lambda _: None)
        encoder = open_encoder("gemini:gemini-embedding-001", model)
        store = edge_store(tmp_path, "recipe")
        store.add(ITEMS, encoder)
        assert store.search("stop if a rash appears", encoder, 1)[0].chunk_id == "b"
        store.close()
        assert {one.method for one in server.received} == {"batchEmbedContents"}
        server.next(failures.unknown_model())
        with pytest.raises(ModelUnknown, match="'nobody'"):
            open_encoder("gemini:nobody", model).encode(["text"])
        assert encoder.encode(["other models are still there"]).shape == (1, 32)


def test_texts_do_not_go_to_another_service_than_the_one_named():
    with OpenAiServer() as server:
        model = LanguageModel(OpenAiTransport("llama3.2", "", server.url))
        assert open_encoder("openai:nomic-embed-text", model).encode(["a", "bb"]).shape == (2, 32)
        assert server.received[0].body["model"] == "nomic-embed-text"
        with pytest.raises(KeyRefused, match="not that of the language model"):
            open_encoder("gemini:gemini-embedding-001", model)
        assert len(server.received) == 1
