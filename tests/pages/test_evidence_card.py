"""Ask: what a document states beside a quote, each with its own lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

from components.ask.quote_address import encode_place
from core.spans import Span

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

CITED = "Adults should rest"
_FIRST = ("Clinical guideline 3", "Version 2.0 Approved 3 May 2031")
_SECOND = (
    "Rest was compared with work in one small trial of the clinic.",
    "Recommendation 2.1 Evidence 1b",
    f"{CITED} for a week after surgery.",
    "Strength of consensus 95 per cent.",
    "The trial had thirty participants and ended early.",
)


def rest_pdf() -> bytes:
    """Two pages: version and date, then a recommendation with its level between other texts."""
    with pymupdf.open() as document:
        for texts in (_FIRST, _SECOND):
            page = document.new_page(width=420, height=400)
            for line, text in enumerate(texts):
                page.insert_text((40, 60 + 50 * line), text, fontsize=11)
        return document.tobytes()


@pytest.fixture
def shown(app: AppTest, library: Workbench) -> AppTest:
    """The page with a part of a recommendation cited."""
    record = library.documents.add(rest_pdf(), "rest.pdf")
    sir = library.documents.sir(record.sha)
    node = next(i for i, each in enumerate(sir.nodes) if CITED in each.text)
    start = sir.nodes[node].text.index(CITED)
    app.switch_page("pages/ask.py")
    app.query_params["document"] = record.sha
    app.query_params["citation"] = encode_place(sir, [Span(node, start, start + len(CITED))])
    app.run()
    assert not app.exception
    return app


def _facts(app: AppTest) -> dict[str, str]:
    """The labels of the buttons of the card, by what they state."""
    return {
        str(button.key).removeprefix("fact-"): button.label
        for button in app.button
        if str(button.key).startswith("fact-")
    }


def _pages(app: AppTest) -> str:
    return next(text.value for text in app.text if text.value.startswith("evidence-pages: "))


def _quote(app: AppTest) -> str:
    blocks: list[Any] = list(app.get("html"))
    return next(html.value for html in blocks if "<blockquote" in html.value)


def test_number_level_consensus_people_and_version_stand_beside_a_quote(shown: AppTest) -> None:
    facts = _facts(shown)
    assert "Recommendation 2.1" in facts["whole"]
    assert facts["evidence_level"] == "Evidence 1b"
    assert facts["consensus"] == "Strength of consensus 95 per cent"
    assert facts["population"].endswith("Adults")
    assert facts["version"] == "Version 2.0"
    assert facts["effective"] == "Approved 3 May 2031"


def test_a_strength_that_is_not_stated_is_said_to_be_missing(shown: AppTest) -> None:
    facts = _facts(shown)
    assert "grade" not in facts
    assert "advised against" in facts["direction"] or "recommended" in facts["direction"]
    assert "Strength: not stated" in [caption.value for caption in shown.caption]


def test_a_click_shows_the_page_that_states_it_and_a_second_one_leaves_it(shown: AppTest) -> None:
    before = _pages(shown)
    shown.button(key="fact-version").click().run()
    lit = _pages(shown)
    assert lit != before
    assert "1" in lit.split("[")[1]
    shown.button(key="fact-version").click().run()
    assert _pages(shown) == before


def test_the_quote_stands_in_its_unit_and_more_lines_on_demand(shown: AppTest) -> None:
    assert "Strength of consensus" in _quote(shown)
    before, cited = _quote(shown).split("scroll-initial-target")
    assert "Recommendation 2.1" in before
    assert cited.partition("</span>")[2].startswith(CITED)
    assert "thirty participants" not in _quote(shown)
    shown.button(key="around-expand_more").click().run()
    assert "thirty participants" in _quote(shown)
    shown.button(key="around-none").click().run()
    assert "thirty participants" not in _quote(shown)
