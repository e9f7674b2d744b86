"""The answers of the Inspector in words that people read."""

from __future__ import annotations

from components.structure.inspection_labels import answer_rows, balance_rows, times_in_words
from components.structure.inspection_report import page_reasons
from core.inspection.results import Balance, Decision, RulesAnswer
from core.sir import Page, Route

RULES = RulesAnswer(
    headings=15.6,
    numbered=0.97,
    size_steps=3,
    outline_agreement=None,
    paragraph_share=0.51,
    short_lines=0.67,
)


def test_every_measure_has_a_label_and_a_unit() -> None:
    rows = dict(answer_rows(RULES))
    assert rows["Headings in 1,000 words"] == "15.6"
    assert rows["Numbered headings"] == "97% of them"
    assert rows["Outline found in the text"] == "no outline"
    assert len(rows) == len(RulesAnswer.model_fields)


def test_the_balance_shows_what_each_measure_adds() -> None:
    one = Balance(
        path=Route.VISUAL_TOPOLOGY,
        cost=1.0,
        loss=0.1,
        fidelity=0.9,
        cost_part=-0.3,
        loss_part=-0.04,
        fidelity_part=0.27,
    )
    decision = Decision(
        selected_path=Route.VISUAL_TOPOLOGY,
        confidence_score=0.5,
        risk_score=0.1,
        reason="r",
        balance=(one,),
    )
    assert balance_rows(decision) == [
        ("Visual topology", "1.00 (-0.300)", "none", "0.10 (-0.040)", "0.90 (+0.270)", "-0.070")
    ]
    tokens = {"tokens": 34_650, "dollars": 0.0415, "tokens_part": -0.046}
    by_model = decision.model_copy(update={"balance": (one.model_copy(update=tokens),)})
    ((*_, said, _, _, score),) = balance_rows(by_model)
    assert said == "34,650, $0.04 (-0.046)"
    assert score == "-0.116"


def test_the_time_of_the_sample_is_told_from_that_of_the_tools() -> None:
    said = times_in_words({"read_sample": 0.4, "analyze_metadata": 0.1})
    assert said == "500 ms, of which reading the sampled pages took 400 ms"


def test_neighbours_with_the_same_reason_share_a_line() -> None:
    pages = [
        Page(1, 1, 1, "", "visual_topology", "no text", "rapidocr"),
        Page(2, 1, 1, "", "visual_topology", "no text", "rapidocr"),
        Page(4, 1, 1, "", "visual_topology", "2 tables"),
    ]
    assert page_reasons(pages) == [
        "Pages 1–2: no text, read by OCR (rapidocr)",
        "Page 4: 2 tables",
    ]
