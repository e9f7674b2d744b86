"""The backend of an encoder, chosen before the first long indexing and never while one waits.

Loading another runtime costs a second or two, measuring it some more: a first answer from a few
documents comes sooner without.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING
from weakref import WeakSet

from core.embedding.backends import BACKENDS, REFERENCE
from core.embedding.backends.base import SwitchableEncoder
from core.embedding.backends.kept_choice import KeptFigures, keep_figures, load_figures
from core.embedding.backends.measuring import measure
from core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.embedding.base import Encoder
    from core.settings import Settings

_LOG = logging.getLogger("sightline")
LONG = 300
"""Texts embedded by one process from which on a faster backend is worth loading."""

_BUSY = 1.5
"""Threads that run or wait in the last minute, for each core, from which on nothing is measured."""


class EmbeddingBackends:
    """The backends in use. Only the thread whose turn it is to embed may prepare an encoder."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._embedded: dict[str, int] = {}
        self._settled: WeakSet[SwitchableEncoder] = WeakSet()

    def prepare(self, encoder: Encoder, texts: int, step: Callable[[], None] | None = None) -> None:
        """To be called before so many texts are embedded: may replace the backend.

        `step` is called before each piece of work and may wait or raise; without it somebody
        waits, and nothing is measured that is not known yet. Nor is it while others keep the
        cores busy, as when pages are read: that is put off until the next call.
        """
        if not isinstance(encoder, SwitchableEncoder) or encoder in self._settled:
            return
        self._embedded[encoder.name] = self._embedded.get(encoder.name, 0) + texts
        if self._embedded[encoder.name] < LONG or self._settings.embedding_backend == REFERENCE:
            return
        measured = load_figures(self._settings.home, encoder.name)
        if measured is None or not measured.figures.keys() >= set(self._candidates()):
            if step is None or _is_busy():
                return
            measured = self._measured(encoder, step)
        self._settled.add(encoder)
        name = self.choice(measured)
        if name != encoder.backend:
            _use(encoder, name)

    def figures(self, encoder: str) -> KeptFigures | None:
        """What was measured on this machine of the backends of an encoder."""
        return load_figures(self._settings.home, encoder)

    def choice(self, measured: KeptFigures | None) -> str:
        """The backend that is used for long indexing: as set, where it is exact; else the fastest.

        The reference where nothing is known.
        """
        setting = self._settings.embedding_backend
        if measured is None or setting == REFERENCE:
            return REFERENCE
        if setting == "auto":
            return measured.chosen
        figure = measured.figures.get(setting)
        return setting if figure and figure.is_exact else REFERENCE

    def _candidates(self) -> list[str]:
        setting = self._settings.embedding_backend
        return list(BACKENDS) if setting == "auto" else [setting]

    def _measured(self, encoder: SwitchableEncoder, step: Callable[[], None]) -> KeptFigures:
        figures = measure(encoder, self._candidates(), step)
        try:
            return keep_figures(self._settings.home, encoder.name, figures)
        except SetupError as error:
            _LOG.warning("the speed of embedding is measured again at the next start: %s", error)
            return KeptFigures(machine="", figures=figures)


def _is_busy() -> bool:
    """Whether more waits for a core than indexing itself; never where the system does not tell."""
    if not hasattr(os, "getloadavg"):
        return False
    return os.getloadavg()[0] > _BUSY * (os.cpu_count() or 1)


def _use(encoder: SwitchableEncoder, name: str) -> None:
    """Goes on with what runs where the other one cannot be loaded any more."""
    try:
        encoder.use(name, encoder.open_backend(name))
    except (SetupError, ImportError, OSError, RuntimeError, ValueError) as error:
        _LOG.warning("%s cannot be run by %s: %s", encoder.name, name, error)
