from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from core.history.checks import Decision
from core.history.search import AnswerFilter, matching
from core.history.signed_answers import KeptAnswer

FIRST = KeptAnswer(
    "1" * 24,
    "Which dose?",
    "Dr. Ada",
    datetime(2026, 3, 1, 23, 59, tzinfo=UTC),
    (("a" * 64, "guideline.pdf"),),
    (Decision.ACCEPTED,),
    tags=("ward 3",),
    words="Which dose?\nRaise the dose by 5\u00a0mg. Straße",
)
SECOND = KeptAnswer(
    "2" * 24,
    "When?",
    "Dr. Bo",
    datetime(2026, 3, 2, tzinfo=UTC),
    (("b" * 64, "note.pdf"),),
    (Decision.REJECTED, Decision.UNSURE),
    words="When?\nEach month.",
)
BROKEN = KeptAnswer("3" * 24, problem="It is damaged.")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (AnswerFilter(), [FIRST, SECOND, BROKEN]),
        (AnswerFilter(words="DOSE 5 mg"), [FIRST]),
        (AnswerFilter(words="strasse"), [FIRST]),
        (AnswerFilter(words="dose month"), []),
        (AnswerFilter(document="note.pdf"), [SECOND]),
        (AnswerFilter(signer="Dr. Ada"), [FIRST]),
        (AnswerFilter(since=date(2026, 3, 2)), [SECOND]),
        (AnswerFilter(until=date(2026, 3, 1)), [FIRST]),
        (AnswerFilter(decision=Decision.UNSURE), [SECOND]),
        (AnswerFilter(tag="ward 3"), [FIRST]),
    ],
)
def test_a_filter_lets_through_what_it_names(wanted: AnswerFilter, expected: list[KeptAnswer]):
    assert list(matching([FIRST, SECOND, BROKEN], wanted)) == expected
