"""Two columns of settings, and below them what the services have cost."""

from __future__ import annotations

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
    second_reader,
    server,
    services,
    upkeep,
    verdicts,
)
from components.widgets.heading import heading

_LEFT = (folder, addresses, limits, ocr, server, encoder, upkeep)
_RIGHT = (model, services, verdicts, second_reader, confinement, installed)


def page() -> None:
    """All settings, each with what it means here."""
    heading("Settings")
    for place, parts in zip(st.columns(2, gap="large"), (_LEFT, _RIGHT), strict=True):
        with place:
            for part in parts:
                part()
    ledger()
