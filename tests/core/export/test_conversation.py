from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.export.conversation import conversation_json, conversation_markdown
from core.history.answer_form import answer_of
from core.history.base import SourceDocument
from core.history.conversations import ConversationStore
from tests.core.history.builders import SHA, simple_answer, simple_turn

if TYPE_CHECKING:
    from pathlib import Path


def test_markdown_has_each_question_with_quotes_documents_and_pages(tmp_path: Path):
    source = SourceDocument(sha=SHA, name="guide*line*.pdf")
    turn = simple_turn("Dose <b>?").model_copy(update={"sources": (source,)})
    text = conversation_markdown(ConversationStore(tmp_path).create(turn, "Doses"))
    assert text.startswith("# Doses\n\nBegun 2026-03-01 12:00")
    assert "## Dose \\<b>?" in text
    assert "> Raise the dose by 5 mg each week.\n>\n> [1] guide\\*line\\*.pdf, page 1" in text


def test_json_holds_the_answers_as_they_were(tmp_path: Path):
    made = ConversationStore(tmp_path).create(simple_turn())
    read = json.loads(conversation_json(made))
    assert answer_of(read["turns"][0]["answer"]) == simple_answer()
