"""Texts that look like markup in everything that reads Markdown, one row for each text."""

from __future__ import annotations

import streamlit as st

from components.foreign_text import plain
from tests.browser.foreign_texts import TEXTS

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
st.text("All are drawn.")
