"""What is selected lives in the address and survives a change of page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from components import state
from components.state import View, from_address


def script() -> None:
    import streamlit as st

    from components import state

    state.restore()
    if st.button("choose"):
        state.select(document="d2", page=4, node="n")
    if st.button("other page of it"):
        state.select(page=5)
    if st.button("nothing"):
        state.select(document=None)
    st.text(repr(state.view()))
    st.text(f"{state.unreadable()} {state.linked()}")


def shown(app: AppTest) -> str:
    return app.text[0].value


def test_a_link_restores_the_view_in_a_new_session() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"document": "d1", "page": "3", "chunk": "c", "citation": "2"})
    app.run()
    assert shown(app) == repr(View("d1", 3, None, "c", "2"))


def test_a_selection_is_written_to_the_address() -> None:
    app = AppTest.from_function(script).run()
    app.button[0].click().run()
    assert app.query_params == {"document": "d2", "page": "4", "node": "n"}
    app.button[1].click().run()
    assert app.query_params == {"document": "d2", "page": "5", "node": "n"}


def test_another_document_drops_what_was_selected_in_the_one_before() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"document": "d1", "chunk": "c"})
    app.run()
    app.button[0].click().run()
    assert shown(app) == repr(View("d2", 4, "n"))
    app.button[2].click().run()
    assert app.query_params == {}


def test_the_view_survives_a_change_of_page_which_clears_the_address() -> None:
    app = AppTest.from_function(script).run()
    app.button[0].click().run()
    app.query_params.clear()
    app.run()
    assert shown(app) == repr(View("d2", 4, "n"))
    assert app.query_params == {"document": "d2", "page": "4", "node": "n"}


UNREADABLE_PAGES = ["0", "x", "-1", "1.5", "nan", "1e3", "1_0", " 1", "²", "٣", "9" * 5000]
UNREADABLE_TEXTS = ["x" * 5000, "a\x00b", "a\nb", "\x7f", "\ud800"]


def test_what_a_part_cannot_hold_counts_as_none() -> None:
    parts = [("page", value) for value in UNREADABLE_PAGES]
    parts += [(name, value) for name in View.__slots__ for value in UNREADABLE_TEXTS]
    assert [part for part in parts if from_address(dict([part])) != View()] == []


def test_what_cannot_be_read_is_known_by_name_and_stays_in_the_address() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"page": "9" * 5000, "node": "n", "embed": "true"})
    app.run()
    assert app.text[1].value == "['page'] True"
    assert app.query_params["page"] == "9" * 5000
    app.button[1].click().run()
    assert app.text[1].value == "[] False"
    assert app.query_params == {"node": "n", "page": "5", "embed": "true"}


def test_a_part_that_is_named_twice_is_not_read_as_one() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"page": ["2", "3"], "node": ["n", "n"]})
    app.run()
    assert shown(app) == repr(View(node="n"))
    assert app.text[1].value == "['page'] True"


def test_a_choice_in_the_app_is_no_link() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"document": "d1"})
    assert app.run().text[1].value == "[] True"
    assert app.run().text[1].value == "[] False"
    assert app.button[0].click().run().text[1].value == "[] False"


def test_an_address_of_before_changes_nothing() -> None:
    app = AppTest.from_function(script)
    app.query_params.update({"document": "d1"})
    app.run()
    app.button[0].click().run()
    app.query_params.clear()
    app.query_params.update({"document": "d1"})
    app.button[1].click().run()
    assert shown(app) == repr(View("d2", 5, "n"))
    assert app.query_params == {"document": "d2", "page": "5", "node": "n"}


def test_an_address_on_its_way_to_the_browser_is_written_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[dict[str, str]] = []
    monkeypatch.setattr(state.st, "query_params", _Address({"document": "a"}, written))
    state._write(state.View(document="b"))
    monkeypatch.setattr(state.st, "query_params", _Address({"document": "a"}, written))
    state._write(state.View(document="a"))
    assert written[-1] == {"document": "a"}


def test_a_link_followed_in_the_same_window_is_restored() -> None:
    app = AppTest.from_function(script).run()
    app.button[0].click().run()
    app.query_params.clear()
    app.query_params.update({"document": "d3", "page": "7"})
    app.run()
    assert shown(app) == repr(View("d3", 7))


@pytest.mark.parametrize("page", ["", "x", "-1", "1.5", "²"])
def test_a_page_that_is_no_number_counts_as_none(page: str) -> None:
    assert from_address({"page": page}) == View()


@given(st.dictionaries(st.sampled_from([*View.__slots__, "other"]), st.text()))
def test_no_address_is_an_error(address: dict[str, str]) -> None:
    view = from_address(address)
    assert view.page is None or view.page >= 0


def test_a_change_of_several_parts_is_one_change_of_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[dict[str, str]] = []
    address = _Address({"document": "a", "citation": "n:0-3", "embed": "true"}, written)
    monkeypatch.setattr(state.st, "query_params", address)
    state._write(state.View(document="b", page=2))
    assert written == [{"embed": "true", "document": "b", "page": "2"}]
    state._write(state.View(document="b", page=2))
    assert len(written) == 1, "what the address says already is not written again"


class _Address:
    """Query parameters that note what is written to them as a whole."""

    def __init__(self, held: dict[str, str], written: list[dict[str, str]]) -> None:
        self.held, self.written = held, written

    def to_dict(self) -> dict[str, str]:
        return dict(self.held)

    def from_dict(self, wanted: dict[str, str]) -> None:
        self.written.append(wanted)
        self.held = wanted
