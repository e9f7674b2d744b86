import pytest

from core.recommendations import evidence_card
from core.recommendations.base import TextRole
from core.sir import Sir
from core.spans import Span
from tests.builders import Block, heading, sir_from_texts

_RECOMMENDATION = "Recommendation 1: We recommend a test (strong recommendation)."
_REASON = "Two studies compared tests."


def _role(sir: Sir, words: str) -> TextRole:
    node = next(i for i, node in enumerate(sir.nodes) if node.text == words)
    return evidence_card(sir, [Span(node, 0, len(words))]).role


@pytest.mark.parametrize(
    "name", ["Hintergrund", "Background", "Evidence and discussion", "Practical info", "Kommentar"]
)
def test_a_heading_just_below_a_recommendation_tells_its_rationale(name: str):
    below: list[Block | str] = [heading(name, 2), _REASON]
    assert _role(sir_from_texts([heading("3"), _RECOMMENDATION, *below]), _REASON) == "rationale"
    assert _role(sir_from_texts([heading("3"), *below, _RECOMMENDATION]), _REASON) == "text"


def test_the_next_recommendation_ends_a_rationale():
    sir = sir_from_texts(
        [heading("3"), heading("Rationale", 2), "It is cheap.", _RECOMMENDATION, _REASON]
    )
    assert _role(sir, "It is cheap.") == "rationale"
    assert _role(sir, _REASON) == "text"


def test_a_remark_says_so_itself():
    text = "Remarks: Samples taken after noon are not reliable."
    assert _role(sir_from_texts([heading("3"), _RECOMMENDATION, text]), text) == "rationale"
