"""A plan is named by all that its figures depend on, and as it was before there were writers."""

from __future__ import annotations

import pytest
from pydantic import SecretStr, ValidationError

from core.errors import KeyRefused, ModelUnavailable
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, Writer
from core.evaluation.sweeps.store import base_of
from core.settings import load_settings

ASKED = QuestionSet(name="q", questions=(Question(text="Why?", documents=("1" * 64,)),))
TREES = [("1" * 64, "tree")]
LOCAL = "openai:llama3.2@http://127.0.0.1:11434/v1"


def plan(**values: object) -> Plan:
    usual = {"name": "sweep", "questions": ASKED, "settings": ({"strategy": "fixed"},)}
    return Plan.model_validate({**usual, **values})


@pytest.mark.parametrize(
    ("answers", "key", "base"),
    [(False, "b4e450bb3a9c", "e842c70003c2"), (True, "63d934535c67", "f3f80abe214a")],
)
def test_a_plan_without_a_writer_is_named_as_by_earlier_versions(
    answers: bool, key: str, base: str
) -> None:
    held = plan(answers=answers)
    assert (held.key, base_of(held, TREES)) == (key, base)
    assert "writer" not in held.model_dump_json()


def test_a_writer_and_how_its_claims_are_judged_are_a_part_of_the_names() -> None:
    writers = (
        None,
        Writer(model=LOCAL),
        Writer(model=LOCAL, strict=True),
        Writer(model=LOCAL, second_reader="model"),
        Writer(model="gemini:gemini-2.5-flash"),
    )
    plans = [plan(answers=True, writer=writer) for writer in writers]
    assert len({held.key for held in plans}) == len(writers)
    assert len({base_of(held, TREES) for held in plans}) == len(writers)


def test_a_plan_with_a_writer_answers_and_survives_json() -> None:
    held = plan(writer=Writer(model=LOCAL, strict=True))
    assert held.answers
    assert Plan.model_validate_json(held.model_dump_json()) == held
    assert plan(writer={"model": LOCAL}).answers


def test_a_writer_is_named_as_in_the_settings() -> None:
    local = Writer.of(load_settings(model=LOCAL, strict_claims=True, second_reader="model"))
    assert local
    assert local == Writer(model=LOCAL, strict=True, second_reader="model")
    assert (local.name, local.service) == ("llama3.2", "openai")
    with pytest.raises(ValidationError):
        Writer(model="llama3.2")


def test_a_writer_says_nothing_of_keys_nor_of_the_way_to_gemini() -> None:
    settings = load_settings(
        gemini_api_key=SecretStr("made-up-key"), gemini_base_url="https://proxy.example"
    )
    writer = Writer.of(settings)
    assert writer
    assert writer.model_dump_json() == Writer(model="gemini:gemini-2.5-flash").model_dump_json()


def test_without_a_key_there_is_no_writer() -> None:
    assert Writer.of(load_settings(model="", gemini_api_key=None)) is None


def test_a_sweep_goes_on_only_with_the_model_that_it_was_begun_with() -> None:
    Writer(model=LOCAL).require(load_settings(model=LOCAL))
    with pytest.raises(ModelUnavailable) as raised:
        Writer(model=LOCAL).require(load_settings(model="openai:qwen3@http://127.0.0.1:1/v1"))
    for words in (LOCAL, "openai:qwen3@http://127.0.0.1:1/v1", "again"):
        assert words in str(raised.value)
    with pytest.raises(KeyRefused, match="no key"):
        Writer(model="gemini:gemini-2.5-flash").require(
            load_settings(model="", gemini_api_key=None)
        )
