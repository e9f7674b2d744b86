"""Parsers whose output can only be brought as a file: there is nothing to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SetupError
from core.parsing.adapters.base import Adapter, RunOptions, run_config

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.parsing.adapters.base import Source
    from core.parsing.adapters.native import NativeDocument
    from core.progress import Progress
    from core.sir import Page


class BroughtOptions(RunOptions):
    """None."""

    model_config = run_config("BROUGHT")


def brought(
    name: str,
    title: str,
    about: str,
    native: str,
    convert: Callable[[bytes, Sequence[Page]], NativeDocument],
    *,
    bring: str,
) -> Adapter[BroughtOptions]:
    """The adapter of such files; `bring` says where one comes from."""

    def run(_source: Source, _options: BroughtOptions, _progress: Progress | None = None) -> bytes:
        raise SetupError(bring)

    return Adapter(
        name, title, about, native, convert, BroughtOptions, run, lambda _: bring, lambda *_: 0.0
    )
