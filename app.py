"""The app: the frame around its pages, and the place where errors become words."""

from pathlib import Path

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.navigation import current_page

ICON = Path(__file__).parent / "components" / "icon.svg"

page = current_page()
st.set_page_config(page_title=f"{page.title} · Sightline", page_icon=ICON, layout="wide")
with state.running(), Boundary():
    page.run()
    resources.warm_up()
