"""Settings: where data lies, what the limits are, which models and services are used."""

import streamlit as st

from components.heading import heading
from components.settings import (
    encoder,
    folder,
    installed,
    ledger,
    limits,
    model,
    ocr,
    server,
    services,
)

heading("Settings")
left, right = st.columns(2, gap="large")
with left:
    folder()
    limits()
    ocr()
    server()
    encoder()
with right:
    model()
    services()
    installed()
ledger()
