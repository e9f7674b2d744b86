from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from core.file_format import Form
from core.history.answer_form import (
    answer_of,
    answer_values,
    cards_of,
    decode_record,
    encode_record,
)
from core.history.conversations import ConversationTurn
from tests.core.history.builders import ANSWERS, CARDS, simple_answer, simple_turn

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.history.answer_form import Cards


@given(ANSWERS, CARDS)
def test_every_answer_and_every_card_comes_back_from_json_as_it_was(answer: Answer, cards: Cards):
    values = json.loads(json.dumps(answer_values(answer, cards)))
    # As words: they also tell the order of scores, and that a missing number is one.
    assert repr(answer_of(values)) == repr(answer)
    assert repr(cards_of(values)) == repr(cards)


def test_a_record_comes_back_from_its_file_whatever_a_model_wrote():
    form, path = Form("sightline.test"), Path("a.json")
    answer = replace(simple_answer("half a pair: \ud800"), evidence=math.inf)
    turn = simple_turn().model_copy(update={"answer": answer})
    assert decode_record(form, ConversationTurn, encode_record(form, turn), path) == turn


def test_the_first_contributions_stay_the_first():
    answer = simple_answer()
    (citation,) = answer.citations
    quote = replace(citation.quote, contributions={"zeta": 3.0, "alpha": -2.0, "mid": 0.5})
    answer = replace(answer, citations=(replace(citation, quote=quote),))
    read = answer_of(json.loads(json.dumps(answer_values(answer))))
    assert list(read.citations[0].quote.contributions) == ["zeta", "alpha", "mid"]


@pytest.mark.parametrize("values", [{}, {"question": "?"}, {"question": ["?"], "citations": 3}])
def test_values_of_something_else_are_refused(values: dict[str, object]):
    with pytest.raises(ValueError, match="answer"):
        answer_of(values)
