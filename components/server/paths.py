"""What a request asks the app for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from starlette.types import Scope


def path_in_app(scope: Scope) -> str:
    """The path below the root of the app, without a slash before it."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    return path.lstrip("/").removeprefix(base).lstrip("/")
