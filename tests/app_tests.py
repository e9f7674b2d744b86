"""Streamlit's components of installed packages, which do not change while tests run."""

from __future__ import annotations

from functools import cache

from streamlit.components.v2 import manifest_scanner


def looked_for_once() -> None:
    """Spares each app under test half a second, in which all packages are looked through."""
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
