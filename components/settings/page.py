"""Two columns of settings, and below them what the services have cost."""

from __future__ import annotations

import streamlit as st

from components.settings.addresses import addresses
from components.settings.confinement import confinement
from components.settings.encoder import encoder
from components.settings.folder import folder
from components.settings.installed import installed
from components.settings.ledger import ledger
from components.settings.limits import limits
from components.settings.model import model
from components.settings.ocr import ocr
from components.settings.second_reader import second_reader
from components.settings.server import server
from components.settings.services import services
from components.settings.upkeep import upkeep
from components.settings.verdicts import verdicts
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
