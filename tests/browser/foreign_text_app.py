"""Texts that look like markup in everything that reads Markdown, one row for each text."""

from __future__ import annotations

import streamlit as st

from components.foreign_text import plain
from components.style import style
from components.widgets.listbox import outline
from components.widgets.listbox.tree_rows import TreeRow
from components.widgets.quote import quote_block, quote_html
from tests.browser.foreign_texts import FROM_THE_RIGHT, TEXTS

style()

for at, text in enumerate(TEXTS):
    shown = plain(text)
    with st.container(key=f"text-{at}", horizontal=True):
        st.markdown(shown)
        st.markdown(f"- **{shown}**\n\n| a |\n|---|\n| {shown} |")
        st.caption(f":gray[*{shown}*]")
        st.button(shown, key=f"button-{at}")
        st.error(shown)
        st.expander(shown)
        st.subheader(shown, anchor=False)
        st.segmented_control("Choice", [shown], key=f"choice-{at}")
        st.progress(0.5, shown)
        st.table({"a": [shown]})
with st.container(key="from-the-right", width=300):
    st.html(quote_block(quote_html(FROM_THE_RIGHT)))
    row = TreeRow(1, 0, "", FROM_THE_RIGHT * 5, 1, section=False)
    outline([row], key="rows", name="a", label="b", selected=None, on_choose=lambda _: None)
st.text("All are drawn.")
