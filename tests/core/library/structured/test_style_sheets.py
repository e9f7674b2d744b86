"""What style sheets within a page hide."""

from __future__ import annotations

import pytest

from core.library.structured.html_page import read_html


def hidden(style: str, body: str) -> list[str]:
    """The texts that are set aside as hidden."""
    page = f"<html><head>{style}</head><body><p>Seen by all.</p>{body}</body></html>"
    return [block.text for block in read_html(page.encode()).blocks if block.aside == "hidden"]


@pytest.mark.parametrize(
    ("rules", "body"),
    [
        (".x{display:none}", "<p class=x>no</p>"),
        ("#a > p, h6 { color: red; DISPLAY : none !important }", "<div id=a><p>no</p></div>"),
        ("p.x{visibility:hidden}", "<p class=x>no</p>"),
        ("/* a } */ div [role=note] { display:none; }", "<div><p role=note>no</p></div>"),
        (".x{display:none!important} #a{display:block}", "<p id=a class=x>no</p>"),
        (".x{display:none!important}", "<p class=x style='display:block'>no</p>"),
    ],
)
def test_what_a_rule_hides_is_set_aside(rules: str, body: str) -> None:
    assert hidden(f"<style>{rules}</style>", body) == ["no"]


@pytest.mark.parametrize(
    ("style", "body"),
    [
        ("<style>.x{display:none} .x{display:block}</style>", "<p class=x>yes</p>"),
        ("<style>#a{display:block} .x{display:none}</style>", "<p id=a class=x>yes</p>"),
        ("<style>.x{display:none}</style>", "<p class=x style='display:block'>yes</p>"),
        ("<style>@media print{.x{display:none}}</style>", "<p class=x>yes</p>"),
        ("<style media=print>.x{display:none}</style>", "<p class=x>yes</p>"),
        ("<style>.x:hover{display:none}</style>", "<p class=x>yes</p>"),
        ("<style>body{visibility:hidden}</style>", "<p>yes</p>"),
        ("<style>a..b[{display:none} {{</style>", "<p>yes</p>"),
    ],
)
def test_what_is_shown_after_all_stays(style: str, body: str) -> None:
    assert hidden(style, body) == []
