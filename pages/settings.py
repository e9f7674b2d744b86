"""Settings: where data lies, what the limits are, which models and services are used."""

import streamlit as st

from components.heading import heading
from components.settings import folder, installed, limits, ocr, server, services

heading("Settings")
left, right = st.columns(2, gap="large")
with left:
    folder()
    limits()
    ocr()
    server()
with right:
    services()
    installed()
