"""Controls for how chunks are found show a configuration, change it, and follow another."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def script() -> None:
    from dataclasses import replace

    import streamlit as st

    from components import state
    from components.forms.configuration_form import linked_configuration
    from components.forms.retrieval_form import retrieval_form
    from core.configuration import Configuration, RetrievalOptions
    from core.configuration.address import to_address

    start = replace(
        Configuration.default(), retrieval=RetrievalOptions(top_k=3, dense=0.5, gap=0.2)
    )
    now = linked_configuration(state.kept("recipe", to_address(start)))
    if st.button("adopt"):
        now = replace(start, neighbourhood=0.4, retrieval=RetrievalOptions(dense=2.0))
    found = retrieval_form(now, key="form", store=lambda text: state.keep("recipe", text))
    search = found.retrieval
    st.text(f"{search.dense:g} {search.top_k} {search.gap:g} {found.neighbourhood:g}")


def test_the_controls_change_what_holds_for_answers_and_keep_the_rest() -> None:
    app = AppTest.from_function(script).run()
    assert app.text[0].value == "0.5 3 0.2 0"
    app.slider(key="form.dense").set_value(1.5).run()
    app.slider(key="form.neighbourhood").set_value(0.8).run()
    assert app.text[0].value == "1.5 3 0.2 0.8"


def test_the_controls_follow_a_recipe_that_was_adopted() -> None:
    app = AppTest.from_function(script).run()
    app.slider(key="form.dense").set_value(1.5).run()
    app.button[0].click().run()
    assert app.text[0].value == "2 5 0 0.4"
    assert app.slider[0].value == 2.0
