"""A worker knows what its work takes, and no more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps import worker_start
from core.evaluation.sweeps.base import Plan, Writer
from core.evaluation.sweeps.grid import Grid
from core.jobs.sandbox.environment import child_environment
from core.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from core.jobs.sandbox.confinement import Permits


class Hired(NamedTuple):
    """What a worker was given that was not started."""

    environment: Mapping[str, str]
    network: bool
    start: Mapping[str, Any]

    @property
    def keys(self) -> set[str]:
        """The keys in its environment."""
        return {value for value in self.environment.values() if value.endswith("-key")}


@pytest.fixture
def hired(monkeypatch: pytest.MonkeyPatch) -> list[Hired]:
    """The workers that are hired, none of which is started."""
    found: list[Hired] = []
    for service in ("gemini", "openai", "qdrant"):
        monkeypatch.setenv(f"{service.upper()}_API_KEY", f"{service}-key")

    def keep(
        permits: Permits, _: str, start: Mapping[str, Any], *, environment: Mapping[str, str]
    ) -> None:
        found.append(Hired(child_environment(environment), permits.network, start))

    monkeypatch.setattr(worker_start, "ChildProcess", keep)
    return found


def plan(encoder: str = "hashing", writer: Writer | None = None) -> Plan:
    asked = QuestionSet(name="q", questions=(Question(text="Why?", documents=("1" * 64,)),))
    settings = tuple(one.to_json() for one in Grid(encoders=(encoder,)).settings())
    return Plan(name="sweep", questions=asked, settings=settings, writer=writer)


@pytest.mark.parametrize(
    ("encoder", "keys"),
    [
        ("hashing", set()),
        ("gemini:gemini-embedding-001", {"gemini-key"}),
        ("openai:nomic-embed-text", {"openai-key"}),
    ],
)
def test_a_worker_gets_only_the_key_of_a_service_that_it_embeds_with(
    hired: list[Hired], tmp_path: Path, encoder: str, keys: set[str]
) -> None:
    worker_start.hire(plan(encoder), load_settings(home=tmp_path), 2)
    assert (hired[0].keys, hired[0].network) == (keys, bool(keys))


@pytest.mark.parametrize(
    ("model", "keys"),
    [
        ("gemini:gemini-2.5-flash", {"gemini-key"}),
        ("openai:llama3.2@http://127.0.0.1:11434/v1", {"openai-key"}),
    ],
)
def test_a_worker_that_answers_gets_only_the_key_of_the_service_that_writes(
    hired: list[Hired], tmp_path: Path, model: str, keys: set[str]
) -> None:
    settings = load_settings(home=tmp_path, model=model)
    worker_start.hire(plan(writer=Writer.of(settings)), settings, 1)
    assert (hired[0].keys, hired[0].network) == (keys, True)
    assert "-key" not in json.dumps(hired[0].start)
    worker_start.hire(plan(), settings, 1)
    assert (hired[1].keys, hired[1].network) == (set(), False)


def test_a_worker_for_a_model_on_this_machine_needs_no_key(
    hired: list[Hired], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    settings = load_settings(home=tmp_path, model="openai:llama3.2@http://127.0.0.1:11434/v1")
    worker_start.hire(plan(writer=Writer.of(settings)), settings, 1)
    assert (hired[0].keys, hired[0].network) == (set(), True)


def test_claims_are_judged_as_when_the_sweep_was_begun(hired: list[Hired], tmp_path: Path) -> None:
    begun = load_settings(home=tmp_path, strict_claims=True, second_reader="model")
    worker_start.hire(plan(writer=Writer.of(begun)), load_settings(home=tmp_path), 1)
    told = hired[0].start["settings"]
    assert (told["strict_claims"], told["second_reader"]) == (True, "model")
