"""What every backend does: the same tests over all that are installed."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from core.embedding import ENCODERS, SWITCHABLE, open_encoder
from core.embedding.backends import BACKENDS, LEAST_COSINE, REFERENCE
from core.embedding.backends.base import Backend, SwitchableEncoder
from core.embedding.backends.measuring import sample_texts
from core.embedding.minilm import MiniLmEncoder
from core.errors import MissingExtra
from core.settings import Settings

TEXTS = [*sample_texts()[::4], "", "Größe 中文 🙂 — 12.5 % (p < 0.001)", "mg/kg 12.5 % " * 30]


@pytest.fixture(scope="module")
def encoder() -> MiniLmEncoder:
    return MiniLmEncoder()


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest, encoder: MiniLmEncoder) -> Backend:
    try:
        return encoder.open_backend(request.param)
    except MissingExtra as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def expected(encoder: MiniLmEncoder) -> list[np.ndarray]:
    """The vectors of the reference, of each batch of the texts."""
    reference = encoder.open_backend(REFERENCE)
    return [reference.means(*batch) for batch in encoder.padded_batches(TEXTS)]


def test_its_vectors_are_those_of_the_reference(
    encoder: MiniLmEncoder, backend: Backend, expected: list[np.ndarray]
) -> None:
    for batch, reference in zip(encoder.padded_batches(TEXTS), expected, strict=True):
        vectors = backend.means(*batch)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
        cosines = np.einsum("ij,ij->i", vectors, reference)
        assert cosines.min() >= LEAST_COSINE


def test_an_index_of_one_backend_is_searched_by_another(backend: Backend) -> None:
    encoder, texts = MiniLmEncoder(), TEXTS[:3]
    passages = encoder.encode(texts)
    encoder.use("another", backend)
    assert encoder.backend == "another"
    assert np.einsum("ij,ij->i", passages, encoder.encode(texts)).min() >= LEAST_COSINE
    assert encoder.encode_query("sepsis antibiotic dose").shape == (encoder.dimension,)


def test_the_setting_names_all_backends() -> None:
    names = get_args(Settings.model_fields["embedding_backend"].annotation)
    assert names == ("auto", *BACKENDS)


@pytest.mark.parametrize("name", ENCODERS)
def test_encoders_whose_backend_may_be_replaced_are_listed(name: str) -> None:
    assert isinstance(open_encoder(name), SwitchableEncoder) is (name in SWITCHABLE)
