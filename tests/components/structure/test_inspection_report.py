"""Who decided, and how, in words: a model is named only where it did it."""

from __future__ import annotations

import pytest

from benchmarks.stand_in import stand_in
from components.structure.inspection_labels import (
    answer_in_short,
    decided_in_words,
    policy_in_words,
    unused_in_words,
)
from components.structure.inspection_report import step_lines, use_in_words
from components.structure.route_card import route_facts
from core.inspection.agent import decide_by_model
from core.inspection.results import Inspection, Step
from core.library import ParseInfo
from core.llm.base import Usage
from core.llm.model import LanguageModel, ModelUse
from core.sir import Route
from tests.inspections import FOUND


@pytest.fixture(scope="module")
def by_model() -> Inspection:
    return decide_by_model(FOUND, LanguageModel(stand_in()), (0.3, 2.5))


def parse(route: Route = Route.STRUCTURAL_RULE, by: str = "", **more: object) -> ParseInfo:
    held = {"key": "k", "parser": "automatic", "route": route, "seconds": 1.0}
    return ParseInfo.model_validate(
        {**held, "options": {"route": route.value}, "decided_by": by, **more}
    )


def test_each_step_says_what_was_thought_asked_and_answered(by_model: Inspection) -> None:
    lines = step_lines(by_model.steps)
    assert len(lines) == 3
    assert lines[0].startswith("1. *I want to know")
    assert "**analyze_metadata** (document=" in lines[0]
    assert "Pages 9" in lines[0]
    assert "Headings in 1,000 words 15.6" in lines[2]


def test_a_refused_call_says_why() -> None:
    step = Step(tool="x", arguments={}, answer={"error": "There is no tool 'x'."}, seconds=0.0)
    assert answer_in_short(step) == "Refused: There is no tool 'x'."
    assert step_lines([step]) == ["1. **x** ()  \n   Refused: There is no tool 'x'."]


def test_only_who_decided_is_named(by_model: Inspection) -> None:
    assert decided_in_words(FOUND) == "Structural rule, chosen by the policy, without a model"
    assert decided_in_words(by_model) == "Structural rule, chosen by stand-in"
    assert policy_in_words(FOUND) == ""
    assert policy_in_words(by_model) == "The policy would have chosen structural rule too."


def test_a_decision_that_was_not_used_is_said_to_be_so(by_model: Inspection) -> None:
    assert unused_in_words(by_model, parse()) == ""
    assert unused_in_words(by_model, parse(Route.SEMANTIC_FLOW, chosen=True)) == ""
    said = unused_in_words(by_model, parse(Route.SEMANTIC_FLOW))
    assert said == "The document was read along semantic flow, which the policy chose before."
    assert "reader chose before" in unused_in_words(by_model, parse(Route.SEMANTIC_FLOW, "reader"))


def test_sight_for_all_pages_is_told_from_sight_where_it_is_needed(by_model: Inspection) -> None:
    sight = by_model.decision.model_copy(update={"selected_path": Route.VISUAL_TOPOLOGY})
    found = by_model.model_copy(update={"decision": sight})
    mixed = {"visual_topology": 6, "structural_rule": 3}
    said = unused_in_words(found, parse(Route.VISUAL_TOPOLOGY, page_routes=mixed))
    assert said.startswith("stand-in chose sight for all pages.")
    assert "so 3 were read by rule" in said
    assert unused_in_words(found, parse(Route.VISUAL_TOPOLOGY, "stand-in")) == ""


def test_a_route_that_most_pages_call_for_is_told_from_that_of_the_document() -> None:
    held = parse().model_copy(update={"route": Route.VISUAL_TOPOLOGY.value})
    said = route_facts(held, FOUND)
    assert said.startswith("called for by most pages. For the document structural rule was chosen")


def test_the_line_of_the_route_names_who_chose_it(by_model: Inspection) -> None:
    assert route_facts(parse(), FOUND).startswith("chosen by the Inspector (policy) · confidence")
    assert route_facts(parse(by="stand-in"), by_model).startswith(
        "chosen by the Inspector (stand-in) · confidence"
    )
    said = route_facts(parse(), by_model)
    assert said.startswith("chosen by the Inspector (policy); stand-in would take it too: ")
    said = route_facts(parse(Route.SEMANTIC_FLOW), by_model)
    assert said.startswith("chosen by the Inspector (policy); stand-in would take structural rule")
    said = route_facts(parse(Route.SEMANTIC_FLOW, chosen=True), by_model)
    assert said.startswith("chosen by hand. The Inspector (stand-in) would take structural rule")


def test_what_was_asked_is_counted() -> None:
    assert use_in_words(ModelUse("m", 1, usage=Usage(1200, 30))) == (
        "1 call: 1,200 tokens sent, 30 answered."
    )
    assert use_in_words(ModelUse("m", 3, 2)).endswith("2 of them came from the cache.")
