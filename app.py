"""The app: its pages in the order people work, and the place where errors become words."""

import streamlit as st

from components import resources, state
from components.errors import Boundary

PAGES = (
    ("documents", "Documents", "folder_open"),
    ("structure", "Structure", "account_tree"),
    ("settings", "Settings", "settings"),
)

st.set_page_config(page_title="Sightline", page_icon=":material/visibility:", layout="wide")
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
