"""Foreign texts are shown as they are; what a browser makes of them is seen elsewhere."""

from __future__ import annotations

import pytest

from components.foreign_text import plain, plain_html, plain_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a  *b*\n_c_", r"a \*b\* \_c\_"),
        ("1. Take", r"1\. Take"),
        ("12) Take", r"12\) Take"),
        ("1.", r"1\."),
        ("1.2.3 Take", "1.2.3 Take"),
        ("- item", r"\- item"),
        ("$5 and $6", r"\$5 and \$6"),
        ("Age\tDose", "Age │ Dose"),
        (":red[x]", r"\::small[]red\[x\]"),
        ("&lt;b&gt;", r"\&lt;b\&gt;"),
        ("a{b}", r"a\{b}"),
        ("a_b __c", r"a_b \_\_c"),
        ("", ""),
    ],
)
def test_signs_with_a_meaning_are_escaped(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example", r"http\::small[]//a.example"),
        ("WWW.a.example", "WWW:small[].a.example"),
        ("me@a.example", "me@:small[]a.example"),
        (":smile:", r"\::small[]smile\:"),
        ("a -- b", "a -:small[]- b"),
        ("a <-> b", r"a \<:small[]-:small[]\> b"),
        ("Note: all", "Note: all"),
    ],
)
def test_what_streamlit_would_replace_is_parted(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_blanks_that_browsers_keep_are_kept() -> None:
    assert plain("5\u00a0mg  a\u200bday") == "5\u00a0mg a\u200bday"


def test_no_text_turns_round_what_stands_beside_it() -> None:
    assert plain("\u202egpj.exe") == "\ufffdgpj.exe"
    assert plain_html("\u2067gpj.exe") == "\ufffdgpj.exe"
    assert plain("שלום 12") == "\u2068שלום 12\u2069"


def test_items_of_a_quoted_list_stand_on_lines_of_their_own() -> None:
    assert plain_lines("Look for:\n\n• fever\n- pain") == "Look for\\:  \n• fever  \n\\- pain"


def test_html_is_shown_with_its_white_space() -> None:
    assert plain_html('a <b>\n  "c" &amp;') == 'a &lt;b&gt;\n  "c" &amp;amp;'
