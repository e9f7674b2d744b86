"""Claims of an answer read once more, and lines that speak against them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.answering.base import Spoken
from core.errors import Cancelled, ModelUnreachable, SetupError
from core.verification.contradictions import Opposition
from core.verification.second_reader.base import Opinion
from core.verification.verdicts import Check, Verdict
from tests.core.answering.builders import GUIDELINE, found
from tests.core.answering.test_generative import DOSE, Asking, claims

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.errors import ModelError
    from core.progress import Progress
    from core.verification.second_reader.base import Reading

RIGHT = ("The dose is raised by 5 mg every week.", [2])
WRONG = ("The dose is raised by 5 g every week.", [2])
WITHOUT_LINE = ("Veradine is blue and comes from Norway.", [])


class Scripted:
    """Says what it is told to, reading by reading."""

    name = "a-reader"

    def __init__(self, *opinions: Opinion | ModelError) -> None:
        self.opinions = list(opinions)
        self.given: list[Reading] = []

    def read(
        self, readings: Sequence[Reading], progress: Progress | None = None
    ) -> list[Opinion | ModelError]:
        self.given += readings
        if progress:
            progress(len(readings), len(readings))
        return self.opinions


def asking(*told: tuple[str, list[int]], reader: Scripted | None) -> Asking:
    return Asking({"WrittenAnswer": claims(*told)}, open_reader=lambda: reader)


def second(answer: Answer, at: int = 0) -> str:
    """What the second reader said of a claim; empty if nothing."""
    findings = answer.claims[at].findings
    return next((one.words for one in findings if one.check is Check.SECOND_READER), "")


def test_claims_are_read_once_more_with_their_lines_and_keep_their_order() -> None:
    reader = Scripted(Opinion(Verdict.UNSUPPORTED, (2,)), Opinion(Verdict.SUPPORTED, (2,)))
    answer = asking(RIGHT, WITHOUT_LINE, WRONG, reader=reader).ask(DOSE)
    assert [given.statement for given in reader.given] == [RIGHT[0], WRONG[0]]
    verdicts = [claim.verdict for claim in answer.claims]
    assert verdicts == [Verdict.PARTIAL, Verdict.UNSUPPORTED, Verdict.PARTIAL]
    assert "not supported" in second(answer, 0)
    assert second(answer, 1) == ""
    assert "reads it as supported" in second(answer, 2)
    assert "2 supported in part, 1 not supported" in answer.reason


def test_without_a_reader_nothing_is_said_of_one() -> None:
    answer = asking(RIGHT, reader=None).ask(DOSE)
    assert second(answer) == ""
    assert answer.notice == ""


def test_claims_without_an_opinion_are_counted_with_the_reason() -> None:
    reader = Scripted(ModelUnreachable("No answer."), Opinion(Verdict.SUPPORTED, (2,)))
    answer = asking(RIGHT, RIGHT, reader=reader).ask(DOSE)
    assert answer.claims[0].verdict is Verdict.SUPPORTED
    assert second(answer, 0) == ""
    assert answer.notice == "1 of 2 claims have no second opinion: No answer."


def test_a_reader_that_cannot_be_opened_costs_no_answer() -> None:
    def missing() -> None:
        raise SetupError("The entailment model is not on this machine.")

    answer = Asking({"WrittenAnswer": claims(RIGHT)}, open_reader=missing).ask(DOSE)
    assert answer.claims[0].verdict is Verdict.SUPPORTED
    assert "No claim has a second opinion" in answer.notice
    assert "not on this machine" in answer.notice


def test_how_far_the_reading_is_is_told_and_it_can_be_stopped() -> None:
    made = asking(RIGHT, reader=Scripted(Opinion(Verdict.SUPPORTED, (2,))))
    made.ask(DOSE)
    assert "a-reader reads the claims once more: 1 of 1" in [s.doing for s in made.heard]

    class Stops(list[Spoken]):
        def append(self, item: Spoken) -> None:
            if "once more" in item.doing:
                raise Cancelled("stopped")

    made = asking(RIGHT, reader=Scripted(Opinion(Verdict.SUPPORTED, (2,))))
    made.heard = Stops()
    with pytest.raises(Cancelled):
        made.ask(DOSE)


def test_lines_that_speak_against_a_claim_are_given_beside_it_and_are_no_citation() -> None:
    other = "Raise the dose by 10 mg each week."
    own = "Raise the dose by 5 mg each week."
    made = asking((own, [1]), reader=None)
    made.place = found([*GUIDELINE, other])
    made.ask(DOSE)
    number = re.search(rf"(?m)^(\d+): {own}$", made.prompts("WrittenAnswer")[0])
    assert number
    made.replies = {"WrittenAnswer": claims((own, [int(number[1])]))}
    answer = made.ask(DOSE)
    (objection,) = answer.claims[0].objections
    assert objection.opposition is Opposition.NUMBER
    assert objection.citation.quote.text == other
    assert objection.citation.lines
    assert objection.citation.number == 0
    assert other not in [citation.quote.text for citation in answer.citations]
    assert answer.claims[0].verdict is Verdict.SUPPORTED
