"""The button of a deviation leads to its page and chooses its element."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _script() -> None:
    import streamlit as st

    from components import state
    from components.structure.readings.deviations import deviation_list
    from core.parsing.adapters.native import NativeElement
    from core.parsing.alignment.findings import alignment_metadata, counts
    from core.sir import ElementType
    from tests.core.parsing.alignment.test_aligning import line, tree

    told = "The dose was raised to 75 mg in the spring."
    elements = [
        NativeElement(ElementType.PARAGRAPH, "Nothing else was written there at all."),
        NativeElement(ElementType.PARAGRAPH, told),
    ]
    first = [line("Nothing else was written there at all.", 100)]
    second = [line(told.replace("75", "70"), 100, page=2)]
    sir = tree(elements, first, second)
    sir.metadata.update(alignment_metadata(counts(sir), []))
    deviation_list(sir, lambda node: state.keep("chosen", node))
    st.text(f"{state.kept('chosen', None)} on {state.view().page}")


def test_the_button_chooses_the_element_and_its_page() -> None:
    app = AppTest.from_function(_script).run()
    assert not app.exception
    app.button(key="deviation-0").click().run()
    assert not app.exception
    assert app.text[0].value == "2 on 2"
