"""Texts of documents are shown as they are, not as Markdown."""

from __future__ import annotations

import pytest

from components.plain import plain, plain_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a  *b*\n_c_", r"a \*b\* \_c\_"),
        ("1. Take", r"1\. Take"),
        ("12) Take", r"12\) Take"),
        ("1.2.3 Take", "1.2.3 Take"),
        ("- item", r"\- item"),
        ("$5 and $6", r"\$5 and \$6"),
        ("Age\tDose", "Age │ Dose"),
        (":red[x]", r"\:red\[x\]"),
        ("", ""),
    ],
)
def test_signs_with_a_meaning_are_escaped(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_items_of_a_quoted_list_stand_on_lines_of_their_own() -> None:
    assert plain_lines("Look for:\n\n• fever\n- pain") == "Look for\\:  \n• fever  \n\\- pain"
