"""The page History: signed answers are found, reopened as they were, and deleted."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from core.answering.base import Answer, Claim, Objection, Part
from core.evidence.citations import Citation, Quote, cite
from core.history.checks import Check, Decision, Review
from core.rendering import Renderer
from core.settings import load_settings
from core.spans import Span
from core.verification.contradictions import Opposition
from core.verification.verdicts import Check as ClaimCheck
from core.verification.verdicts import Finding, Verdict, Weight
from core.workbench import Workbench
from tests.core.history.builders import simple_answer
from tests.pages.conftest import page_buttons, table_buttons
from tests.pages.test_evidence_card import CITED, rest_pdf

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest


PHRASE = "Give the first drug"
AGAINST = "On page 3: Stop the second drug"


def cited(bench: Workbench, number: int, words: str, name: str = "guideline.pdf") -> Citation:
    """A citation of these words of a document."""
    record = bench.library.find(name)
    sir = bench.documents.sir(record.sha)
    node = next(at for at, node in enumerate(sir.nodes) if words in node.text)
    start = sir.nodes[node].text.index(words)
    quote = Quote(record.sha, "c", (Span(node, start, start + len(words)),), words, {})
    return cite(number, quote, sir)


@pytest.fixture(scope="module")
def signed_home(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two signed answers about the guideline; not to be changed."""
    home = tmp_path_factory.mktemp("signed") / "home"
    shutil.copytree(filled, home)
    bench = Workbench(load_settings(home=home))
    citation, renderer = cited(bench, 1, f"On page 2: {PHRASE}"), Renderer()
    for question, decision in (("Which drug?", Decision.ACCEPTED), ("When?", Decision.REJECTED)):
        answer = replace(simple_answer(question), citations=(citation,))
        review = Review().with_check(0, Check(decision=decision, comment="Seen *twice*"))
        bench.history.sign(answer, review, "Dr. Ada", renderer, settings="fixed,max_tokens=64")
    renderer.close()
    return home


@pytest.fixture
def history(
    app: AppTest, signed_home: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> AppTest:
    shutil.copytree(signed_home, home)
    monkeypatch.setattr("components.history.page.choice_table", table_buttons)
    monkeypatch.setattr("components.history.reopened.page_view", page_buttons)
    return app.switch_page("pages/history.py").run()


def signed(app: AppTest, home: Path, answer: Answer) -> AppTest:
    """The page History with this answer signed, and opened."""
    bench, renderer = Workbench(load_settings(home=home)), Renderer()
    cards = bench.cards.of_answer(answer)
    bench.history.sign(answer, Review(), "Dr. Ada", renderer, cards=cards)
    renderer.close()
    return opened(app.run(), answer.question)


@pytest.fixture
def disputed(history: AppTest, home: Path) -> AppTest:
    """The page History with an answer of two equal claims, each against the same line."""
    bench = Workbench(load_settings(home=home))
    objection = Objection(Opposition.NUMBER, "Another number stands", cited(bench, 0, AGAINST))
    finding = Finding(ClaimCheck.NUMBERS, Weight.DOUBT, "Ten is missing.")
    claim = Claim("It is given.", (1,), Verdict.PARTIAL, (finding,), (objection,))
    answer = replace(
        simple_answer("Disputed?"),
        citations=(cited(bench, 1, f"On page 2: {PHRASE}"),),
        claims=(claim, claim),
        model="some-model",
        searched="Is it disputed?",
    )
    return signed(history, home, answer)


def opened(app: AppTest, question: str) -> AppTest:
    row = next(b for b in app.button if b.label.startswith(question))
    return row.click().run()


def said(app: AppTest) -> str:
    return "\n".join(e.value for e in (*app.markdown, *app.warning, *app.error, *app.header))


def pages(app: AppTest) -> str:
    """What the view of kept pages shows, in words."""
    return next(text.value for text in app.text if text.value.startswith("history-pages"))


@pytest.mark.usefixtures("library")
def test_without_signed_answers_the_page_says_how_to_get_one(app: AppTest):
    app.switch_page("pages/history.py").run()
    assert not app.exception
    assert "Nothing is signed yet" in said(app)


def test_over_an_empty_library_the_page_leads_to_the_first_document(app: AppTest):
    app.switch_page("pages/history.py").run()
    assert not app.exception
    assert [button.label for button in app.button if button.label == "Go to Documents"]
    assert not app.get("page_link")


def test_a_reopened_answer_has_its_checks_signature_and_kept_page(history: AppTest):
    opened(history, "Which drug?")
    assert not history.exception
    words = said(history)
    assert "Signed by **Dr. Ada**" in words
    assert "Accepted" in words
    assert "Seen \\*twice\\*" in words
    assert "Source unchanged" in words
    assert "[2]" in pages(history)
    assert any("Cited words" in button.label for button in history.button)


def test_equal_claims_and_the_same_line_against_both_are_reopened(disputed: AppTest):
    assert not disputed.exception
    assert not disputed.error
    shows = [b for b in disputed.button if b.label.endswith(("page 2", "page 3"))]
    assert [b.label.partition(" ")[0] for b in shows] == ["[1]", "guideline.pdf,"] * 2
    assert not any("Words against" in b.label for b in disputed.button)
    shows[3].click().run()
    assert "[3]" in pages(disputed)
    assert any("Words against the claim" in b.label for b in disputed.button)
    assert not any("Cited words" in b.label for b in disputed.button)
    assert "Text" in disputed.button(key="fact-whole").label


def test_a_reopened_answer_says_what_the_checks_found_and_how_it_was_understood(disputed: AppTest):
    words = said(disputed)
    assert "**Numbers and units** :red[:material/close: failed]: Ten is missing." in words
    assert "** in lines that it does not cite:] Another number stands" in words
    captions = [caption.value for caption in disputed.caption]
    assert "Searched as: “Is it disputed?”" in captions
    assert any("2 claims: all partly supported" in caption for caption in captions)


def test_what_the_document_stated_stands_beside_a_quote_with_its_kept_lines(
    history: AppTest, home: Path
):
    bench = Workbench(load_settings(home=home))
    sha = bench.documents.add(rest_pdf(), "rest.pdf").sha
    citation = cited(bench, 1, CITED, "rest.pdf")
    answer = replace(simple_answer("Who rests?"), citations=(citation,))
    app = signed(history, home, answer)
    bench.delete(sha)
    app.run()
    facts = {str(b.key).removeprefix("fact-"): b.label for b in app.button}
    assert "Recommendation 2.1" in facts["whole"]
    assert facts["evidence_level"] == "Evidence 1b"
    assert facts["population"].endswith("Adults")
    assert facts["version"] == "Version 2.0"
    assert any("Strength: not stated" in caption.value for caption in app.caption)
    assert "[2]" in pages(app)
    app.button(key="fact-version").click().run()
    assert not app.exception
    assert "[1, 2]" in pages(app)


def test_quotes_stand_below_the_parts_of_the_question_that_they_answer(
    history: AppTest, home: Path
):
    bench = Workbench(load_settings(home=home))
    parts = (
        Part("Which?", "", (1,), False, "", 0.9),
        Part("Why?", "", (), True, "Nothing says so.", 0.1),
    )
    citation = cited(bench, 1, f"On page 2: {PHRASE}")
    app = signed(history, home, replace(simple_answer("Both?"), citations=(citation,), parts=parts))
    words = [element.value for element in app.markdown]
    assert words.index("**1\\. Which?**") < words.index("**2\\. Why?**")
    assert any("Nothing says so" in warning.value for warning in app.warning)


def test_words_and_decisions_narrow_the_list(history: AppTest):
    rows = lambda: [b.label for b in history.button if "Dr. Ada" in b.label]  # noqa: E731
    assert len(rows()) == 2
    history.text_input(key="history-words").set_value("which DRUG").run()
    assert [row.split("?")[0] for row in rows()] == ["Which drug"]
    history.text_input(key="history-words").set_value("").run()
    history.selectbox(key="history-decision").set_value(Decision.REJECTED).run()
    assert [row.split("?")[0] for row in rows()] == ["When"]
    history.text_input(key="history-words").set_value("nothing like it").run()
    assert "No signed answer matches" in history.info[0].value


def test_what_is_looked_for_is_looked_for_still_after_a_visit_to_another_page(history: AppTest):
    day = date(2020, 1, 2)
    history.text_input(key="history-words").set_value("drug").run()
    history.selectbox(key="history-decision").set_value(Decision.ACCEPTED).run()
    history.selectbox(key="history-signed-by").set_value("Dr. Ada").run()
    history.date_input(key="history-since").set_value(day).run()
    history.switch_page("pages/documents.py").run()
    history.switch_page("pages/history.py").run()
    assert not history.exception
    assert history.text_input(key="history-words").value == "drug"
    assert history.selectbox(key="history-decision").value is Decision.ACCEPTED
    assert history.selectbox(key="history-signed-by").value == "Dr. Ada"
    assert history.date_input(key="history-since").value == day


def test_a_name_that_is_gone_is_looked_for_no_more(history: AppTest, home: Path):
    bench, renderer = Workbench(load_settings(home=home)), Renderer()
    answer = replace(simple_answer("Who?"), citations=(cited(bench, 1, PHRASE),))
    added = bench.history.sign(answer, Review(), "Dr. Bob", renderer)
    renderer.close()
    history.run()
    history.selectbox(key="history-signed-by").set_value("Dr. Bob").run()
    history.switch_page("pages/documents.py").run()
    bench.history.delete(added.id)
    history.switch_page("pages/history.py").run()
    assert not history.exception
    assert history.selectbox(key="history-signed-by").value is None
    assert not history.info


def test_a_replaced_document_is_said_and_the_kept_lines_are_shown(history: AppTest, home: Path):
    bench = Workbench(load_settings(home=home))
    bench.delete(bench.library.find("guideline.pdf").sha)
    opened(history, "Which drug?")
    assert not history.exception
    assert "Source changed" in said(history)
    assert "no longer in the library" in said(history)
    assert any("Cited words" in button.label for button in history.button)


def test_a_deleted_answer_leaves_the_list_and_the_log_says_so(history: AppTest, home: Path):
    opened(history, "Which drug?")
    history.button(key="history-delete").click().run()
    assert not history.exception
    bench = Workbench(load_settings(home=home))
    assert len(bench.history.answers.ids()) == 1
    assert [e.action for e in bench.history.log.state().entries] == ["signed", "signed", "deleted"]
    assert not any(b.label.startswith("Which drug?") for b in history.button)


def test_a_log_that_was_changed_is_told_with_its_first_bad_entry(history: AppTest, home: Path):
    log = Workbench(load_settings(home=home)).history.log.path
    log.write_bytes(log.read_bytes().replace(b"Ada", b"Eve", 1))
    history.run()
    assert "Entry 1" in history.error[0].value


def test_all_signed_answers_are_compared_with_the_log_on_demand(history: AppTest, home: Path):
    history.button(key="history-verify").click().run()
    assert "what was signed" in history.success[0].value
    answers = Workbench(load_settings(home=home)).history.answers
    shutil.rmtree(answers.folder / answers.ids()[0])
    history.button(key="history-verify").click().run()
    assert "is gone" in history.error[0].value


def test_a_link_to_an_answer_that_is_not_kept_says_so(history: AppTest):
    history.query_params["signed"] = "0" * 24
    history.run()
    assert "There is no signed answer" in history.error[0].value


def test_a_signed_answer_is_handed_on_as_files_and_as_a_link_that_opens_it(history: AppTest):
    opened(history, "Which drug?")
    next(b for b in history.button if b.label == "Hand on").click().run()
    assert not history.exception
    assert {"PDF", "Word", "Web page"} <= {b.proto.label for b in history.get("download_button")}
    link = next(code.value for code in history.code if "?signed=" in code.value)
    signed, _, quote = link.partition("?signed=")[2].partition(".")
    assert quote == "1"
    history.query_params["signed"] = f"{signed}.{quote}"
    history.run()
    assert not history.exception
    assert signed in history.query_params["signed"]
    assert "." not in "".join(history.query_params["signed"])
    assert "Signed by **Dr. Ada**" in said(history)
