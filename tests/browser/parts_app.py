"""An app whose pages show parts of the real one by themselves; only for tests."""

from __future__ import annotations

import streamlit as st

scripts = ("foreign_text", "page_view", "redrawn")
pages = [st.Page(f"{script}_app.py", url_path=script) for script in scripts]
st.navigation(pages, position="hidden").run()
