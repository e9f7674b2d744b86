"""Settings: where data lies, what the limits are, which models and services are used."""

import streamlit as st

from components.settings import (
    addresses,
    confinement,
    encoder,
    folder,
    installed,
    ledger,
    limits,
    model,
    ocr,
    server,
    services,
    upkeep,
)
from components.widgets.heading import heading

heading("Settings")
left, right = st.columns(2, gap="large")
with left:
    folder()
    addresses()
    limits()
    ocr()
    server()
    encoder()
    upkeep()
with right:
    model()
    services()
    confinement()
    installed()
ledger()
