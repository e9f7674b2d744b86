"""Parsers of others by name: their output read as a reading of a document, and how they are run.

A new one is a folder, or a file, and a row. Other packages bring one by an entry point of the group
`sightline.parsers`, whose name is that of the parser and whose object is its `Adapter`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.parsing.adapters.base import Adapter

GROUP = "sightline.parsers"
_FOLDERS = (
    "docling",
    "granite_docling",
    "mineru_pipeline",
    "mineru_vlm",
    "gemini",
    "llamaparse",
    "document_ai",
    "unstructured",
    "markdown",
    "normalised",
)


def adapter_names() -> tuple[str, ...]:
    """The names of all adapters, those of other packages behind ours."""
    return (*_FOLDERS, *(name for name in _brought() if name not in _FOLDERS))


def parser_title(name: str) -> str:
    """What a parser or a route is called for people."""
    return (
        get_adapter(name).title if name in adapter_names() else name.replace("_", " ").capitalize()
    )


def get_adapter(name: str) -> Adapter[Any]:
    """The adapter of that name.

    Raises:
        InvalidOption: there is none, or what another package brings is none.
    """
    if name in _FOLDERS:
        return import_module(f"{__name__}.{name}").ADAPTER
    path = _brought().get(name)
    if path is None:
        known = ", ".join(adapter_names())
        raise InvalidOption(f"There is no parser {name!r}; choose one of {known}.")
    from core.parsing.adapters.base import Adapter

    module, _, attribute = path.partition(":")
    try:
        adapter = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InvalidOption(f"The parser {name!r} at {path} cannot be loaded: {error}.") from error
    if not isinstance(adapter, Adapter):
        raise InvalidOption(f"The parser {name!r} at {path} is no Adapter; see its package.")
    return adapter


@cache
def _brought() -> dict[str, str]:
    """Names and paths of the adapters that other packages bring.

    Looked for once: it reads a file of each installed package, and pages ask for every document.
    """
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}
