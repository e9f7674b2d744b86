"""Who planned is said as it was, and what it cost."""

from __future__ import annotations

from components.chunks.plan_report import planner_in_words, saving_in_words
from core.chunking.base import Making
from core.llm.base import Usage
from core.llm.model import ModelUse

USE = ModelUse("gemini", calls=12, cached=3, usage=Usage(9000, 600), spared=Usage(3000, 200))


def test_rules_are_never_called_a_model() -> None:
    assert planner_in_words(Making()) == "Planned **by rules**, no language model took part."


def test_a_model_that_failed_took_no_part_but_may_have_cost() -> None:
    said = planner_in_words(Making(notices=("It failed.",), use=ModelUse("gemini", calls=1)))
    assert said.startswith("Planned **by rules**")
    assert "1 call" in said


def test_calls_and_tokens_are_told_with_what_came_from_the_cache() -> None:
    said = planner_in_words(Making("gemini", use=USE))
    assert said == "Planned by **gemini** · 12 calls, 3 cached · 9,000 tokens sent, 600 answered"


def test_a_plan_out_of_the_cache_costs_nothing() -> None:
    use = ModelUse("gemini", calls=3, cached=3, spared=Usage(3000, 200))
    assert "3 calls, all from the cache, nothing paid" in planner_in_words(
        Making("gemini", use=use)
    )


def test_answers_are_compared_with_writing_the_text_anew_cached_ones_too() -> None:
    assert saving_in_words(Making("gemini", use=USE, rewriting=8000)) == (
        "Its answers hold 800 tokens, 10% of the 8,000 that writing the text anew would have "
        "taken: an estimate, by this app's own count of the text."
    )
    assert saving_in_words(Making("gemini", use=USE)) == ""
