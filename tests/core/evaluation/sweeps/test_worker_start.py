"""A worker knows what its work takes, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps import worker_start
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.grid import Grid
from core.jobs.sandbox.environment import child_environment
from core.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, str]]:
    """The environments of the workers that are hired, none of which is started."""
    found: list[Mapping[str, str]] = []
    monkeypatch.setenv("GEMINI_API_KEY", "gemini-key")
    monkeypatch.setenv("OPENAI_API_KEY", "openai-key")
    monkeypatch.setenv("QDRANT_API_KEY", "qdrant-key")
    monkeypatch.setattr(
        worker_start,
        "ChildProcess",
        lambda *_, environment: found.append(child_environment(environment)),
    )
    return found


def plan(encoder: str) -> Plan:
    asked = QuestionSet(name="q", questions=(Question(text="Why?", documents=("1" * 64,)),))
    settings = tuple(one.to_json() for one in Grid(encoders=(encoder,)).settings())
    return Plan(name="sweep", questions=asked, settings=settings)


@pytest.mark.parametrize(
    ("encoder", "keys"),
    [
        ("hashing", set()),
        ("gemini:gemini-embedding-001", {"gemini-key"}),
        ("openai:nomic-embed-text", {"openai-key"}),
    ],
)
def test_a_worker_gets_only_the_key_of_a_service_that_it_embeds_with(
    told: list[Mapping[str, str]], tmp_path: Path, encoder: str, keys: set[str]
):
    worker_start.hire(plan(encoder), load_settings(home=tmp_path), 2)
    assert {value for value in told[0].values() if value.endswith("-key")} == keys
