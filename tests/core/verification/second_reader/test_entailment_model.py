"""An entailment model as a second reader: made here with random weights, then told what to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.errors import SetupError
from core.tokenizer import model_folder
from core.verification.second_reader import open_second_reader
from core.verification.second_reader.base import Opinion, Reading
from core.verification.second_reader.entailment_model import EntailmentReader
from core.verification.verdicts import Verdict
from tests.core.verification.second_reader.test_language_model import reading

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

LABELS = ("contradiction", "entailment", "neutral")


def made(folder: Path, labels: Sequence[str] = LABELS) -> Path:
    """A tiny cross-encoder with these labels, in a folder as sentence-transformers keeps it."""
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(str(model_folder()))
    assert tokenizer is not None
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        id2label=dict(enumerate(labels)),
        label2id={label: column for column, label in enumerate(labels)},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("nli"))


@pytest.fixture
def told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EntailmentReader]:
    """A reader whose model gives the probabilities of the first rule that fits the premise."""

    def reader(*rules: tuple[str, tuple[float, float, float]]) -> EntailmentReader:
        loaded = EntailmentReader(str(folder))

        def chances(pairs: list[tuple[str, str]]) -> np.ndarray:
            return np.array(
                [next(row for words, row in rules if words in premise) for premise, _ in pairs]
            )

        monkeypatch.setattr(loaded, "_chances", chances)
        return loaded

    return reader


def opinion(reader: EntailmentReader, *readings: Reading) -> list[object]:
    return list(reader.read(readings))


def test_a_model_of_a_folder_is_loaded_and_gives_an_opinion_with_progress(folder: Path) -> None:
    reader = open_second_reader(f"nli:{folder}", None)
    assert reader is not None
    assert reader.name == folder.name
    heard: list[tuple[int, int]] = []
    readings = [reading("The dose is raised.", 2), reading("Do not pass 40 mg.", 3)]
    opinions = reader.read(readings, lambda done, total: heard.append((done, total)))
    assert heard == [(1, 2), (2, 2)]
    assert all(isinstance(one, Opinion) for one in opinions)


def test_the_sentence_that_entails_decides_and_its_line_is_named(
    told: Callable[..., EntailmentReader],
) -> None:
    reader = told(("Raise the dose", (0.0, 0.9, 0.1)), ("", (0.1, 0.1, 0.8)))
    assert opinion(reader, reading("The dose is raised by 5 mg each week.", 2)) == [
        Opinion(Verdict.SUPPORTED, (2,))
    ]


def test_a_contradiction_is_not_supported_and_neither_is_no_verdict(
    told: Callable[..., EntailmentReader],
) -> None:
    claim = reading("The dose is raised by 50 mg each week.", 2)
    assert opinion(told(("", (0.9, 0.05, 0.05))), claim) == [Opinion(Verdict.UNSUPPORTED, (2,))]
    assert opinion(told(("", (0.4, 0.3, 0.3))), claim) == [Opinion(None)]


def test_a_model_that_is_not_here_is_not_downloaded_and_says_what_to_do(tmp_path: Path) -> None:
    for name in (str(tmp_path / "nothing"), "nobody/has-made-it", "no name: of a model"):
        with pytest.raises(SetupError, match=r"not on this machine.*not downloaded"):
            EntailmentReader(name)


def test_a_model_that_sentence_transformers_keeps_in_a_folder_of_its_own_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = tmp_path / "models--fictional--nli"
    made(entry / "snapshots" / "1")
    (entry / "refs").mkdir()
    (entry / "refs" / "main").write_text("1", encoding="utf-8")
    with pytest.raises(SetupError, match="not on this machine"):
        EntailmentReader("fictional/nli")
    monkeypatch.setenv("SENTENCE_TRANSFORMERS_HOME", str(tmp_path))
    assert EntailmentReader("fictional/nli").name == "nli"


def test_a_model_that_tells_no_entailment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="tells no entailment: its labels are bad, good"):
        EntailmentReader(str(made(tmp_path, ("bad", "good"))))
