"""Tables of names: implementations are imported only when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.errors import InvalidOption, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Mapping


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
