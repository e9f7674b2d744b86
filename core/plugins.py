"""Implementations that are imported only when they are asked for, and what is said without them."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.errors import InvalidOption, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_OWN = ("core", "sightline", "")


def load(table: Mapping[str, str], name: str) -> Any:
    """The object that a table of `"package.module:attribute"` paths names.

    Raises:
        InvalidOption: the table has no such name.
        MissingExtra: a package that the implementation needs is not installed.
    """
    if name not in table:
        raise InvalidOption(f"There is no {name!r} here. Choose one of: {', '.join(table)}.")
    module, _, attribute = table[name].partition(":")
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "core":
            raise
        package = error.name.split(".")[0]
        raise MissingExtra(
            f"{name!r} needs the package {package!r}. Run: pip install {package.replace('_', '-')}"
        ) from error


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
