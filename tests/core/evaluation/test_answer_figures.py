"""Figures of answers: shares, kinds, calibration, and what went wrong."""

from __future__ import annotations

from core.evaluation.answer_figures import CLAIM_MEASURES, Wrong, answer_figures, figures_record
from core.evaluation.answer_scoring import reply_measures
from core.evaluation.outcome import Cited, Cost, JudgedClaim, Outcome, Reply, Scored
from core.evaluation.questions.base import Evidence, GoldLine, Question
from core.verification.verdicts import Verdict

GOLD = Evidence(
    document="a", lines=(GoldLine(page=1, left=0.1, top=0.1, right=0.9, bottom=0.12),), text="x"
)


def asked(text: str, kind: str = "", *, answerable: bool = True) -> Question:
    return Question(text=text, kind=kind, evidence=(GOLD,) if answerable else ())


def reply(*right: bool, probability: float = 0.6, refused: bool = False) -> Reply:
    """An answer whose citations stand on gold lines or not."""
    cited = tuple(Cited(document="a", page=1, text="x", on_gold=one) for one in right)
    return Reply(
        probability=probability,
        refused=refused,
        best=cited[0] if cited else None,
        citations=() if refused else cited,
        seconds=0.1,
    )


def scored(*pairs: tuple[Question, Reply]) -> Scored:
    outcomes = tuple(
        Outcome(
            question=one.id,
            retrieved=(),
            measures=reply_measures(one, given),
            seconds=0.0,
            reply=given,
        )
        for one, given in pairs
    )
    cost = Cost(chunks=1, chunk_tokens=1.0, index_tokens=1, answer_seconds=0.1, answer_price=0.0)
    return Scored(key="k", setting={}, outcomes=outcomes, cost=cost)


PAIRS = (
    (asked("right"), reply(True, False, probability=0.9)),
    (asked("later", "dose"), reply(False, True)),
    (asked("elsewhere", "dose"), reply(False)),
    (asked("refused", "dose"), reply(True, probability=0.1, refused=True)),
    (asked("absent", answerable=False), reply(False, probability=0.1, refused=True)),
    (asked("absent, answered", answerable=False), reply(False)),
)
QUESTIONS = [one for one, _ in PAIRS]
NOTHING_CITED = {"best": None, "citations": ()}


def test_shares_are_over_the_questions_that_they_are_defined_for() -> None:
    found = answer_figures(scored(*PAIRS), QUESTIONS)
    assert found is not None
    shares = {name: (one.mean, one.count) for name, one in found.shares.items()}
    assert shares == {
        "first_right": (0.25, 4),
        "any_right": (0.5, 4),
        "answered": (0.75, 4),
        "right_if_answered": (0.25, 4),
        "abstained": (0.5, 2),
    }
    assert (found.questions, found.answerable) == (6, 4)


def test_each_question_that_went_wrong_says_how() -> None:
    found = answer_figures(scored(*PAIRS), QUESTIONS)
    assert found is not None
    assert {one.question.text: one.wrong for one in found.mistakes} == {
        "later": Wrong.LATER,
        "elsewhere": Wrong.ELSEWHERE,
        "refused": Wrong.REFUSED,
        "absent, answered": Wrong.ANSWERED,
    }


def test_a_probability_counts_also_where_the_question_was_refused() -> None:
    found = answer_figures(scored(*PAIRS), QUESTIONS)
    assert found is not None
    low = found.calibration.bins[0]
    assert low.count == 2
    assert low.right is not None
    assert low.right.mean == 0.5


def test_kinds_have_figures_of_their_own_once_any_question_has_one() -> None:
    found = answer_figures(scored(*PAIRS), QUESTIONS)
    assert found is not None
    assert list(found.kinds) == ["", "dose"]
    assert found.kinds["dose"]["first_right"].count == 3
    without = answer_figures(scored(PAIRS[0]), QUESTIONS)
    assert without is not None
    assert without.kinds == {}


def test_without_answers_there_are_no_figures() -> None:
    held = scored(PAIRS[0])
    silent = held.outcomes[0].model_copy(update={"reply": None})
    assert answer_figures(held.model_copy(update={"outcomes": (silent,)}), QUESTIONS) is None


def test_a_question_of_which_no_text_was_found_is_refused_and_has_no_place_in_the_curve() -> None:
    lost = asked("lost")
    found = answer_figures(scored((lost, reply(probability=0.0, refused=True))), [lost])
    assert found is not None
    assert found.calibration.error is None
    assert found.mistakes[0].wrong is Wrong.REFUSED
    record = figures_record(found)
    assert record["mistakes"][0]["first"] is None
    assert record["median_milliseconds"] == 100


def written(*verdicts: Verdict, gold_cited: float = 1.0, right: bool = True) -> Reply:
    """An answer of a language model with a claim for each verdict."""
    claims = tuple(JudgedClaim(text=one.value, verdict=one, on_gold=right) for one in verdicts)
    return reply(right).model_copy(update={"claims": claims, "gold_cited": gold_cited})


def test_claims_and_the_lines_they_cite_have_shares_of_their_own() -> None:
    half = written(Verdict.SUPPORTED, Verdict.PARTIAL, gold_cited=0.5)
    left_alone = reply(refused=True).model_copy(update={"gold_cited": 0.0})
    pairs = (
        (asked("half"), half),
        (asked("whole"), written(Verdict.SUPPORTED)),
        (asked("refused"), left_alone),
        (asked("absent", answerable=False), written(Verdict.UNSUPPORTED)),
    )
    found = answer_figures(scored(*pairs), [one for one, _ in pairs])
    assert found is not None
    shares = {name: (found.shares[name].mean, found.shares[name].count) for name in CLAIM_MEASURES}
    assert shares == {"faithfulness": (0.5, 3), "gold_cited": (0.5, 3)}


def test_a_claim_that_right_lines_do_not_bear_out_is_a_mistake_and_a_doubt_is_none() -> None:
    pairs = (
        (asked("wrong claim"), written(Verdict.SUPPORTED, Verdict.UNSUPPORTED)),
        (asked("doubt"), written(Verdict.PARTIAL)),
        (asked("elsewhere"), written(Verdict.UNSUPPORTED, right=False)),
        (asked("cites nothing"), written(Verdict.UNSUPPORTED).model_copy(update=NOTHING_CITED)),
    )
    found = answer_figures(scored(*pairs), [one for one, _ in pairs])
    assert found is not None
    assert {one.question.text: one.wrong for one in found.mistakes} == {
        "wrong claim": Wrong.UNSUPPORTED,
        "elsewhere": Wrong.ELSEWHERE,
        "cites nothing": Wrong.ELSEWHERE,
    }
    assert figures_record(found)["mistakes"][0]["unsupported"] == ["unsupported"]
