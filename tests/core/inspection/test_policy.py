"""The decision: its path, its terms, and the words that give its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inspection.expected_tokens import PAGE
from core.inspection.inspector import MOST_TOKENS, count_tokens, fingerprint
from core.inspection.policy import COST, FIDELITY, LOSS, TOKENS, decide
from core.llm.base import PICTURE_TOKENS, tokens_in
from core.parsing.adapters.gemini.layout import INSTRUCTIONS
from core.sir import Route
from tests import inspections

if TYPE_CHECKING:
    from core.inspection.results import LayoutAnswer, RulesAnswer

METADATA = inspections.METADATA.model_copy(
    update={"pages": 40, "sampled": 16, "outline_entries": 0, "outline_depth": 0}
)
LAYOUT = inspections.LAYOUT
RULES = inspections.RULES.model_copy(
    update={"headings": 0.0, "numbered": 0.0, "size_steps": 0, "paragraph_share": 0.9}
)
CLEAR = RULES.model_copy(update={"headings": 8.0, "numbered": 0.9, "size_steps": 3})


def sighted(share: float) -> LayoutAnswer:
    reasons = ("tables without rulings on 9 pages",) if share else ()
    return LAYOUT.model_copy(update={"sight_share": share, "sight_reasons": reasons})


def test_headings_lead_to_rules_and_are_named_as_the_reason() -> None:
    decision = decide(METADATA, LAYOUT, CLEAR)
    assert decision.selected_path is Route.STRUCTURAL_RULE
    assert "8.0 headings in 1,000 words" in decision.reason


def test_an_outline_is_as_good_as_headings() -> None:
    outlined = METADATA.model_copy(update={"outline_entries": 90, "outline_depth": 2})
    decision = decide(outlined, LAYOUT, RULES)
    assert decision.selected_path is Route.STRUCTURAL_RULE
    assert "90 outline entries on 40 pages" in decision.reason


def test_a_long_text_without_headings_flows() -> None:
    decision = decide(METADATA, LAYOUT, RULES)
    assert decision.selected_path is Route.SEMANTIC_FLOW
    assert "0.0 headings" in decision.reason


def test_a_short_text_is_not_worth_parting() -> None:
    letter = METADATA.model_copy(update={"pages": 1, "sampled": 1, "characters": 600})
    assert decide(letter, LAYOUT, RULES).selected_path is Route.STRUCTURAL_RULE


def test_short_lines_without_headings_do_not_flow() -> None:
    listing = RULES.model_copy(update={"paragraph_share": 0.0, "short_lines": 0.9})
    assert decide(METADATA, LAYOUT, listing).selected_path is Route.STRUCTURAL_RULE


@pytest.mark.parametrize("rules", [RULES, CLEAR])
def test_pages_that_need_sight_lead_to_sight_where_they_are_most(rules: RulesAnswer) -> None:
    decision = decide(METADATA, sighted(0.6), rules)
    assert decision.selected_path is Route.VISUAL_TOPOLOGY
    assert "60%" in decision.reason
    assert "tables without rulings on 9 pages" in decision.reason
    assert decide(METADATA, sighted(0.4), rules).selected_path is not Route.VISUAL_TOPOLOGY


@given(st.floats(0, 1), st.floats(0, 30), st.integers(0, 400), st.floats(0, 1))
def test_every_decision_can_be_added_up(
    need: float, headings: float, entries: int, prose: float
) -> None:
    rules = RULES.model_copy(update={"headings": headings, "paragraph_share": prose})
    metadata = METADATA.model_copy(update={"outline_entries": entries})
    decision = decide(metadata, sighted(round(need, 2)), rules)
    scores = [one.score for one in decision.balance]
    assert decision.selected_path is decision.balance[0].path
    assert scores == sorted(scores, reverse=True)
    assert 0.5 <= decision.confidence_score <= 1.0
    assert 0.0 <= decision.risk_score <= 1.0
    for one in decision.balance:
        assert one.cost_part == pytest.approx(-COST * one.cost, abs=0.001)
        assert one.loss_part == pytest.approx(-LOSS * one.loss, abs=0.001)
        assert one.fidelity_part == pytest.approx(FIDELITY * one.fidelity, abs=0.001)


def test_without_a_model_no_path_takes_tokens() -> None:
    for one in decide(METADATA, LAYOUT, RULES).balance:
        assert (one.tokens, one.dollars, one.tokens_part) == (0, 0.0, 0.0)


def test_with_a_model_tokens_weigh_in_its_price_beside_the_time() -> None:
    by_path = {one.path: one for one in decide(METADATA, LAYOUT, RULES, (0.3, 2.5)).balance}
    rule, flow, sight = (by_path[path] for path in Route)
    assert rule.tokens == 0 and rule.tokens_part == 0.0
    # The text of 40 pages is 24,000 tokens: each is sent about once.
    assert METADATA.characters * METADATA.pages / 4 < flow.tokens < 1.3 * 24_000
    assert sight.tokens == 40 * (1865 + 1600)
    assert sight.dollars == pytest.approx(40 * (1865 * 0.3 + 1600 * 2.5) / 1e6, abs=1e-4)
    assert sight.tokens_part < flow.tokens_part < 0.0
    assert sight.cost_part == -COST
    for one in by_path.values():
        parts = one.cost_part + one.tokens_part + one.loss_part + one.fidelity_part
        assert one.score == pytest.approx(parts)


def test_a_dear_model_turns_a_choice_that_a_free_one_leaves() -> None:
    near = sighted(0.55)
    free = decide(METADATA, near, CLEAR, (0.0, 0.0))
    dear = decide(METADATA, near, CLEAR, (5.0, 30.0))
    assert free.selected_path is decide(METADATA, near, CLEAR).selected_path
    assert free.selected_path is Route.VISUAL_TOPOLOGY
    assert dear.selected_path is not Route.VISUAL_TOPOLOGY
    assert min(one.tokens_part for one in dear.balance) == -TOKENS


def test_a_page_by_a_model_is_reckoned_with_what_is_sent() -> None:
    said = tokens_in(INSTRUCTIONS) + 250
    assert PAGE.input == pytest.approx(PICTURE_TOKENS + said, rel=0.02)


def test_the_longest_fingerprint_stays_under_its_limit() -> None:
    metadata = METADATA.model_copy(
        update={"pages": 99_999, "outline_entries": 99_999, "tagged": True, "encrypted": True}
    )
    layout = LAYOUT.model_copy(
        update={"columns": 7.63, "rulings": 99_999, "drawings": 99_999, "two_up": True}
    )
    rules = CLEAR.model_copy(update={"headings": 131.7, "outline_agreement": 0.97})
    assert count_tokens(fingerprint(metadata, layout, rules)) < MOST_TOKENS
