"""What every embedding model does: the same tests over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.embedding import open_encoder
from core.embedding.hashing import HashingEncoder
from core.embedding.service import ServiceEncoder
from core.errors import Cancelled
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.tokenizer import model_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.embedding.base import Encoder

TEXTS = [
    "Give the antibiotic for seven days.",
    "",
    "   \n ",
    "Größe 中文 𝔘nicode ﬁ 🙂 — 12.5 % (p < 0.001)",
    "mg/kg 12.5 % (p < 0.001), n=1,204 " * 120,
    "x" * 4000,
]


def gemini() -> Encoder:
    return ServiceEncoder("gemini", "fake-embedding", LanguageModel(FakeTransport(lambda _: "")))


ENCODERS: dict[str, Callable[[], Encoder]] = {
    "hashing": HashingEncoder,
    "minilm": open_encoder,
    "gemini": gemini,
    "folder": lambda: open_encoder(f"sentence-transformers:{model_folder()}"),
}


@pytest.fixture(scope="module", params=ENCODERS)
def encoder(request: pytest.FixtureRequest) -> Encoder:
    return ENCODERS[request.param]()


def test_every_text_has_windows_of_unit_length_that_the_model_reads_whole(encoder: Encoder):
    windows = encoder.encode_windows(TEXTS)
    assert np.unique(windows.owner).tolist() == list(range(len(TEXTS)))
    assert (np.diff(windows.owner) >= 0).all()
    assert windows.weights.shape == windows.owner.shape == windows.vectors.shape[:1]
    assert windows.weights.max() <= encoder.max_tokens
    assert np.linalg.norm(windows.vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_every_text_has_one_vector(encoder: Encoder):
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimension) and vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_no_vectors(encoder: Encoder):
    assert encoder.encode([]).shape == (0, encoder.dimension)
    windows = encoder.encode_windows([])
    assert windows.vectors.shape == (0, encoder.dimension) and len(windows.owner) == 0


def test_the_end_of_a_long_text_changes_its_vector(encoder: Encoder):
    filler = "The committee met and approved the minutes of the last meeting. " * 60
    plain, ending = encoder.encode([filler, filler + "Zzyzx jukebox quartz vexing! " * 20])
    assert float(plain @ ending) < 0.9999
    assert len(encoder.encode_windows([filler]).owner) > 1


def test_the_same_text_has_the_same_vector(encoder: Encoder):
    first, second = encoder.encode(TEXTS[:4]), encoder.encode(TEXTS[:4])
    assert np.allclose(first, second, atol=1e-6)


def test_progress_counts_texts_and_can_cancel(encoder: Encoder):
    seen: list[tuple[int, int]] = []
    encoder.encode(["some words"] * 7, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (7, 7) and seen == sorted(seen)

    def cancel(done: int, total: int) -> None:
        raise Cancelled(f"stopped at {done} of {total}")

    with pytest.raises(Cancelled):
        encoder.encode_windows(["words"], cancel)


def test_models_have_names_of_their_own():
    assert len({make().name for make in ENCODERS.values()}) == len(ENCODERS)
