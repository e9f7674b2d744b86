"""The filter on Documents and Ask: in the address, with the same documents on both pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.pages.test_documents import button

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench


def _said(library: Workbench) -> tuple[str, str]:
    """Ids of the guideline and of the note, which have an author and a date each."""
    ids = library.library.find_id("guideline.pdf"), library.library.find_id("note.pdf")
    for sha, author, date in zip(ids, ("Meier", "Smith"), ("2019", "2021-03-09"), strict=True):
        library.library.describe_by_hand(sha, {"author": author, "date": date})
    return ids


def _rows(app: AppTest) -> list[str]:
    return [one.label.split(" | ")[0] for one in app.button if " | " in one.label]


def test_a_link_with_a_filter_lists_only_what_matches(app: AppTest, library: Workbench) -> None:
    _said(library)
    app.query_params["among"] = "since=2020"
    app.run()
    assert not app.exception
    assert _rows(app) == ["note.pdf"]
    assert any("**1 of 2** documents match" in text.value for text in app.markdown)
    button(app, "Show all").click().run()
    assert sorted(_rows(app)) == ["guideline.pdf", "note.pdf"]
    assert "among" not in app.query_params


def test_what_is_typed_into_the_filter_is_in_the_address(app: AppTest, library: Workbench) -> None:
    _said(library)
    app.run()
    app.text_input(key="document-filter-author").input("meier").run()
    assert app.query_params["among"] == "author=meier"
    assert _rows(app) == ["guideline.pdf"]


def test_a_date_that_is_none_is_refused_with_a_way_on(app: AppTest, library: Workbench) -> None:
    _said(library)
    app.run()
    app.text_input(key="document-filter-since").input("spring").run()
    assert "2021-03-09" in app.error[0].value
    assert len(_rows(app)) == 2


def test_a_filter_that_nothing_matches_says_so(app: AppTest, library: Workbench) -> None:
    _said(library)
    app.query_params["among"] = "author=nobody"
    app.run()
    assert any("No document matches" in text.value for text in app.info)
    app.switch_page("pages/ask.py").run()
    assert any("No document matches" in text.value for text in app.info)
    assert not app.chat_input


def test_the_documents_of_the_filter_are_the_ones_that_are_asked(
    app: AppTest, library: Workbench
) -> None:
    _said(library)
    app.query_params["among"] = "author=smith"
    app.switch_page("pages/ask.py").run()
    assert app.multiselect(key="ask-documents").options == ["note.pdf"]
    app.chat_input[0].set_value("What is the note about the second drug?").run()
    assert not app.exception
    cited = [text.value for text in app.markdown if "note.pdf" in text.value]
    assert cited
    assert not any("guideline.pdf" in text.value for text in app.markdown)


def test_a_chosen_document_that_the_filter_leaves_out_is_chosen_no_more(
    app: AppTest, library: Workbench
) -> None:
    guideline, _ = _said(library)
    app.switch_page("pages/ask.py").run()
    app.multiselect(key="ask-documents").select(guideline).run()
    app.text_input(key="document-filter-author").input("smith").run()
    assert not app.exception
    assert app.multiselect(key="ask-documents").value == []


def test_what_a_file_states_wrongly_is_put_right_on_its_card(
    app: AppTest, library: Workbench
) -> None:
    sha = library.library.find_id("note.pdf")
    app.query_params["document"] = sha
    app.run()
    assert any("no author stated" in text.value for text in app.caption)
    app.text_input(key=f"describe-author-{sha[:12]}").input("Ada Meier")
    app.text_input(key=f"describe-date-{sha[:12]}").input("2020-02")
    app.button(key="describe-save").click().run()
    assert library.library.get(sha).by_hand == {"author": "Ada Meier", "date": "2020-02"}
    assert any("Ada Meier" in text.value and "dated 2020-02" in text.value for text in app.caption)


def test_a_refused_date_is_told_on_the_card_of_its_document_alone(
    app: AppTest, library: Workbench
) -> None:
    note, guideline = map(library.library.find_id, ("note.pdf", "guideline.pdf"))
    app.query_params["document"] = note
    app.run()
    app.text_input(key=f"describe-date-{note[:12]}").input("spring")
    app.button(key="describe-save").click().run()
    assert any("spring" in text.value for text in app.error)
    app.query_params["document"] = guideline
    app.run()
    assert not app.error


def test_what_an_older_version_did_not_note_can_be_read(app: AppTest, library: Workbench) -> None:
    sha = library.library.find_id("note.pdf")
    with library.library.changing():
        library.library.change(sha, author=None, date=None)
    app.run()
    app.button(key="document-filter-read").click().run()
    assert not app.exception
    assert library.library.get(sha).is_described
