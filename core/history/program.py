"""The version of the program that an answer is signed with."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """Such as `Sightline 0.1.0`; without a number where the package is not installed."""
    try:
        return f"Sightline {version('sightline')}"
    except PackageNotFoundError:
        return "Sightline"
