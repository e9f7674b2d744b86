"""Plans of a language model in the workbench: made once, by the model there is, and indexed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import stand_in
from core.chunking import make_options
from core.configuration import Configuration
from core.errors import QuotaSpent
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.refining.options import WHOLE
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.llm.base import Request

PAGE = (
    "Terms\nThe Data Security Committee (DSC) meets every month.\n"
    "Duties\nThe DSC reviews each incident and may close a system."
)
RECIPE = Configuration(
    "topology", make_options("topology", {"theta": 32}), "hashing", "stand-in", refining=WHOLE
)


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    made = Workbench(load_settings(home=tmp_path))
    made.model = LanguageModel(stand_in())
    return made


@pytest.fixture
def document(bench: Workbench) -> str:
    return bench.documents.add(pdf_bytes([PAGE]), "policy.pdf", by_model=False).sha


def spent(request: Request) -> str:
    raise QuotaSpent("The quota is used up. Try again later.")


def transport(bench: Workbench) -> FakeTransport:
    assert bench.model
    assert isinstance(bench.model.transport, FakeTransport)
    return bench.model.transport


def test_a_plan_is_made_once_and_asking_makes_none(bench: Workbench, document: str) -> None:
    bench.index.add([document], RECIPE)
    planned = bench.chunks.of(document, RECIPE)
    bench.close()
    again = Workbench(bench.settings)
    again.model = LanguageModel(stand_in())
    assert again.chunks.has(document, RECIPE)
    found = again.answers.ask("Who reviews incidents?", RECIPE, [document], by_model=False)
    assert found.passages
    assert again.chunks.of(document, RECIPE).chunks == planned.chunks
    assert not transport(again).requests


def test_what_was_planned_again_is_indexed_again(bench: Workbench, document: str) -> None:
    works, bench.model = bench.model, LanguageModel(FakeTransport(spent, "stand-in"))
    bench.index.add([document], RECIPE)
    failed = bench.chunks.of(document, RECIPE)
    assert failed.making.notices
    assert not failed.making.model
    bench.model = works
    assert bench.chunks.of(document, RECIPE).chunks == failed.chunks
    bench.chunk_again(document, RECIPE)
    assert document not in bench.index.counts(RECIPE)
    bench.index.add([document], RECIPE)
    planned = bench.chunks.of(document, RECIPE)
    assert planned.making.model == "stand-in"
    assert [c.signature for c in planned.chunks] != [c.signature for c in failed.chunks]


def test_without_a_key_rules_plan_and_say_so_and_nothing_counts_as_planned(
    bench: Workbench, document: str
) -> None:
    works, bench.model = bench.model, None
    by_rule = bench.chunks.of(document, RECIPE)
    assert "no key" in by_rule.making.notices[-1]
    bench.index.add([document], RECIPE)
    bench.model = works
    assert not bench.chunks.has(document, RECIPE)
    assert document not in bench.index.counts(RECIPE)
    assert bench.chunks.of(document, RECIPE).making.model == "stand-in"


def test_the_model_that_plans_is_the_one_of_the_settings(bench: Workbench, document: str) -> None:
    other = replace(RECIPE, model="another-model")
    assert bench.chunks.of(document, other) is bench.chunks.of(document, RECIPE)
    assert bench.chunks.of(document, other).making.model == "stand-in"
