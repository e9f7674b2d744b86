"""Versions of what is installed, for reports of problems."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import streamlit as st

_PACKAGES = (
    "sightline",
    "streamlit",
    "pymupdf",
    "onnxruntime",
    "rapidocr",
    "tokenizers",
    "sentence-transformers",
    "torch",
    "qdrant-edge-py",
    "qdrant-client",
    "google-genai",
)


def installed() -> None:
    """Python and the packages that results depend on."""
    st.header("Installed", anchor=False)
    versions = {name: package_version(name) for name in _PACKAGES}
    versions = {"Python": platform.python_version(), **versions}
    st.table({"Package": list(versions), "Version": list(versions.values())})


@cache
def package_version(name: str) -> str:
    """The version of a package, read without importing it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
