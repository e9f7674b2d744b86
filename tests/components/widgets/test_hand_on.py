from __future__ import annotations

import pytest

from components.widgets.hand_on import file_name
from core.workbench.answer_records import RecordForm
from tests.core.export.answer_record.builders import by_rules


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How much, and when?", "how-much-and-when.pdf"),
        ("../../etc/passwd\x00", "etc-passwd.pdf"),
        ("???", "answer.pdf"),
        ("Größe α", "größe-α.pdf"),
        ("word " * 40, f"{'word-' * 12}".strip("-") + ".pdf"),
    ],
)
def test_a_file_is_called_by_its_question_in_letters_that_any_disk_takes(question: str, name: str):
    assert file_name(by_rules(question=question), RecordForm.PDF) == name
