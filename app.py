"""The app: its pages in the order people work, and the place where errors become words."""

from pathlib import Path

import streamlit as st

from components import resources, state
from components.errors import Boundary

PAGES = (
    ("documents", "Documents", "folder_open"),
    ("structure", "Structure", "account_tree"),
    ("chunks", "Chunks", "content_cut"),
    ("ask", "Ask", "forum"),
    ("settings", "Settings", "settings"),
)

# An icon of its own, because Streamlit would fetch one of its signs from the network.
ICON = Path(__file__).parent / "components" / "icon.svg"

st.set_page_config(page_title="Sightline", page_icon=ICON, layout="wide")
page = st.navigation(
    [
        st.Page(f"pages/{name}.py", title=title, icon=f":material/{icon}:")
        for name, title, icon in PAGES
    ],
    position="top",
)
state.restore()
with Boundary():
    page.run()
    resources.warm_up()
