"""Tools called by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from core.errors import InvalidOption, NotFound
from core.inspection import TOOLS
from core.inspection.tool_calls import answer_call
from core.inspection.worker import inspect_document
from tests.builders import pdf_bytes
from tests.inspections import FOUND

if TYPE_CHECKING:
    from core.library import Library


def test_each_tool_answers_in_json(library: Library) -> None:
    sha = library.add(pdf_bytes(["Give 5 mg twice a day."]), "x.pdf").sha
    found = inspect_document(library, sha)
    answers = {name: answer_call(found, name, {"document": sha}) for name in TOOLS}
    assert json.loads(json.dumps(answers)) == answers
    assert answers["analyze_metadata"]["pages"] == 1
    assert answers["probe_layout_complexity"]["columns"] == 1
    assert answers["test_rule_adherence"]["headings"] == 0


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("read_everything", {"document": "0" * 64}),
        ("analyze_metadata", {}),
        ("analyze_metadata", {"document": 7}),
        ("analyze_metadata", {"document": "0" * 64, "pages": "all"}),
    ],
)
def test_a_call_that_no_tool_takes_is_refused(name: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        answer_call(FOUND, name, arguments)


def test_another_document_is_not_found() -> None:
    with pytest.raises(NotFound):
        answer_call(FOUND, "analyze_metadata", {"document": "0" * 64})
