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

TEXTS = [*sample_texts(), "", "Größe 中文 🙂 — 12.5 % (p < 0.001)", "mg/kg 12.5 %, n=1,204 " * 90]


@pytest.fixture(scope="module")
def encoder() -> MiniLmEncoder:
    return MiniLmEncoder()


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest, encoder: MiniLmEncoder) -> Backend:
    try:
        return encoder.open_backend(request.param)
    except MissingExtra as error:
        pytest.skip(str(error))


def test_its_vectors_are_those_of_the_reference(encoder: MiniLmEncoder, backend: Backend) -> None:
    reference = encoder.open_backend(REFERENCE)
    for batch in encoder.padded_batches(TEXTS):
        vectors = backend.means(*batch)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
        cosines = np.einsum("ij,ij->i", vectors, reference.means(*batch))
        assert cosines.min() >= LEAST_COSINE


def test_an_index_of_one_backend_is_searched_by_another(backend: Backend) -> None:
    encoder = MiniLmEncoder()
    passages = encoder.encode(TEXTS)
    encoder.use("another", backend)
    assert encoder.backend == "another"
    assert np.einsum("ij,ij->i", passages, encoder.encode(TEXTS)).min() >= LEAST_COSINE
    assert encoder.encode_query("sepsis antibiotic dose").shape == (encoder.dimension,)


def test_the_setting_names_all_backends() -> None:
    names = get_args(Settings.model_fields["embedding_backend"].annotation)
    assert names == ("auto", *BACKENDS)


@pytest.mark.parametrize("name", ENCODERS)
def test_encoders_whose_backend_may_be_replaced_are_listed(name: str) -> None:
    assert isinstance(open_encoder(name), SwitchableEncoder) is (name in SWITCHABLE)
