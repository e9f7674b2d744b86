"""Questions read together with texts."""

from __future__ import annotations

import numpy as np

from core.retrieval.cross_encoder import HEAD, open_cross_encoder

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


def test_a_reading_does_not_depend_on_the_texts_beside_it() -> None:
    reader = open_cross_encoder()
    alone = np.concatenate([reader.read(QUESTION, [text]) for text in TEXTS])
    assert np.abs(reader.read(QUESTION, TEXTS) - alone).max() < 0.5


def test_the_second_reading_is_a_head_on_what_the_network_holds() -> None:
    logits, states = open_cross_encoder().states(QUESTION, TEXTS)
    head = np.load(HEAD)
    readings = open_cross_encoder().read(QUESTION, TEXTS)
    assert states.shape == (3, 384)
    assert np.allclose(readings, np.c_[logits, states @ head[:-1] + head[-1]], atol=1e-4)


def test_texts_and_questions_of_any_length_can_be_read() -> None:
    readings = open_cross_encoder().read("Why? " * 500, ["", "word " * 5000])
    assert np.isfinite(readings).all()
    assert open_cross_encoder().read(QUESTION, []).shape == (0, 2)
