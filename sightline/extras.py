"""Packages that come with an extra, imported where they are needed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN = ("core", "sightline", "")


@contextmanager
def importing(extra: str, user: str) -> Iterator[None]:
    """A block that imports packages of `extra`, which `user` needs.

    Raises:
        MissingExtra: one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package in _OWN:
            raise
        raise MissingExtra(
            f"{user} needs the package {package!r}. Run in the folder of Sightline: "
            f"pip install '.[{extra}]'"
        ) from error
