"""What every request passes before it reaches the app."""

from __future__ import annotations

import logging

import streamlit as st
from starlette.middleware import Middleware

from components.server.host_guard import HostGuard
from components.server.security_headers import SecurityHeaders
from core.errors import SetupError
from core.hosts import canonical_name
from core.settings import load_settings

_LOG = logging.getLogger("sightline")


def middleware() -> list[Middleware]:
    """The middleware of the app, the outermost first."""
    return [Middleware(HostGuard, names=own_names()), Middleware(SecurityHeaders)]


def own_names() -> set[str]:
    """The address that Streamlit is told to serve at, and the names of the settings."""
    address = canonical_name(st.get_option("server.address") or "")
    return {*([address] if address else []), *_names_of_settings()}


def _names_of_settings() -> tuple[str, ...]:
    try:
        return load_settings().hosts
    except SetupError as error:
        # The app says so on its page; until then it is reached from this machine only.
        _LOG.warning("%s", error)
        return ()
