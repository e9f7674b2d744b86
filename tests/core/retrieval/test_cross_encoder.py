"""Questions read together with texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.embedding.stored_weights import read_weights, write_weights
from core.retrieval import answer_layers
from core.retrieval.cross_encoder import open_cross_encoder

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "The corridor of the ward was painted green last year.",
    "After an injection into the joint, wait four weeks before measuring serum cortisol.",
    "Serum cortisol is a hormone.",
]
QUESTION = "How long after a joint injection should cortisol be measured?"


def test_the_text_that_answers_reads_best() -> None:
    readings = open_cross_encoder().read(QUESTION, TEXTS)
    assert readings.shape == (3, 2)
    assert readings.argmax(axis=0).tolist() == [1, 1]
    assert readings[:, 0].argmin() == 0


def test_how_near_texts_are_is_the_first_of_their_readings() -> None:
    reader = open_cross_encoder()
    assert (reader.nearness(QUESTION, TEXTS) == reader.read(QUESTION, TEXTS)[:, 0]).all()


def test_a_reading_does_not_depend_on_the_texts_beside_it() -> None:
    reader = open_cross_encoder()
    alone = np.concatenate([reader.read(QUESTION, [text]) for text in TEXTS])
    assert np.abs(reader.read(QUESTION, TEXTS) - alone).max() < 0.5


@pytest.mark.parametrize(
    ("question", "answers", "alike"),
    [
        (
            "How many days does the wound stay covered?",
            "The wound is covered for four days with a sterile dressing.",
            "The wound is covered with a sterile dressing by a nurse.",
        ),
        (
            "Who signs the request for leave?",
            "Requests for leave are signed by the head of the ward.",
            "Requests for leave are signed within two weeks.",
        ),
    ],
)
def test_what_does_not_answer_reads_worse_than_what_does_though_it_is_as_near(
    question: str, answers: str, alike: str
) -> None:
    readings = open_cross_encoder().read(question, [answers, alike])
    assert readings[0, 1] > readings[1, 1] + 1


def test_what_the_last_layers_read_is_given_for_each_text() -> None:
    hidden = open_cross_encoder().hidden(QUESTION, TEXTS)
    assert [each.shape[1] for each in hidden] == [384] * 3
    assert len(hidden[1]) > len(hidden[2])


def test_weights_are_kept_to_a_hundredth(tmp_path: Path) -> None:
    weights = read_weights(answer_layers.FILE)
    write_weights(tmp_path / "weights.npz", weights)
    again = read_weights(tmp_path / "weights.npz")
    assert weights.keys() == again.keys()
    for name, values in weights.items():
        assert np.abs(values - again[name]).max() <= np.abs(values).max() / 100


def test_texts_and_questions_of_any_length_can_be_read() -> None:
    readings = open_cross_encoder().read("Why? " * 500, ["", "word " * 5000])
    assert np.isfinite(readings).all()
    assert open_cross_encoder().read(QUESTION, []).shape == (0, 2)
