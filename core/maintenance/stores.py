"""Verifying what the data folder holds beside documents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from core.errors import DataTooNew, SetupError
from core.evaluation.cached_encoder import drop, is_whole
from core.evaluation.questions.store import QuestionStore
from core.evaluation.sweeps.store import SweepStore
from core.evaluation.tuning.tuner import damaged_recommendations
from core.files import put_aside
from core.indexing.integrity import damaged_indexes, remove_index
from core.llm.cache import ReplyCache
from core.llm.ledger import Ledger
from core.maintenance.damage import Damage, too_new
from core.settings import load_settings
from core.settings_file import settings_file
from core.workbench.default_configuration import adopted_recipe, recipe_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.maintenance.damage import Check
    from core.progress import Progress
    from core.workbench import Workbench

_ASIDE = "python -m core check --repair puts it aside, so that the app goes on {}."
_REMOVE = "python -m core check --repair removes it; it is made anew when it is next needed."
_REMOVED = "It was removed and is made anew when it is next needed."


def _settings(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home
    path = settings_file(home)
    try:
        load_settings(home=home)
    except DataTooNew as error:
        yield too_new(path, error)
    except SetupError as error:
        if path.exists():
            yield _put_aside(home, path, str(error), "with the defaults")


def _recipe(bench: Workbench) -> Iterator[Damage]:
    path = recipe_file(bench.settings)
    try:
        adopted_recipe(bench.settings)
    except DataTooNew as error:
        yield too_new(path, error)
    except SetupError as error:
        yield _put_aside(bench.settings.home, path, str(error), "with the recipe of the app")


def _questions(bench: Workbench) -> Iterator[Damage]:
    store = QuestionStore(bench.settings.home)
    step = "Put a copy of the file back or restore a backup; or delete the set on page Evaluate."
    for kept in store.list():
        if kept.problem:
            yield Damage(store.folder / kept.name, kept.problem, step)


def _sweeps(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home
    for path, error in SweepStore(home).damaged().items():
        if isinstance(error, DataTooNew):
            yield too_new(path, error)
        elif path.name == "plan.json":
            words = f"The plan of the sweep {path.parent.name} is damaged, so it is not listed."
            yield _put_aside(
                home, path, words, "without it; its results are used when it is run again"
            )
        else:
            words = f"A result of the sweep {path.parent.parent.name} is damaged."
            yield Damage(path, words, _REMOVE, partial(_remove, path))


def _recommendations(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home
    for path, error in damaged_recommendations(home).items():
        if isinstance(error, DataTooNew):
            yield too_new(path, error)
            continue
        words = "A recommendation of a search for good settings is damaged, so it is not listed."
        yield _put_aside(home, path, words, "without it; a new search uses what was scored")


def _usage(bench: Workbench) -> Iterator[Damage]:
    ledger = Ledger(bench.settings.home)
    if damaged := ledger.damaged():
        words = f"{damaged} lines of the language model's bill cannot be read and are not counted."
        step = "python -m core check --repair keeps the others, and puts the file aside."
        yield Damage(ledger.path, words, step, partial(_mend_usage, ledger))


def _mend_usage(ledger: Ledger, _: Progress | None) -> str:
    aside = ledger.mend()
    return f"The other lines are kept; the file as it was is {aside.name if aside else 'gone'}."


def _replies(bench: Workbench) -> Iterator[Damage]:
    for path, error in ReplyCache(bench.settings.home).damaged().items():
        if isinstance(error, DataTooNew):
            yield too_new(path, error)
        else:
            words = "An answer of the language model that was kept is damaged."
            yield Damage(path, words, _REMOVE, partial(_remove, path))


def _vectors(bench: Workbench) -> Iterator[Damage]:
    for path in (bench.settings.home / "evaluation" / "vectors").glob("*.sqlite"):
        if not is_whole(path):
            yield Damage(path, "A file of kept vectors is damaged.", _REMOVE, partial(_drop, path))


def _indexes(bench: Workbench) -> Iterator[Damage]:
    folder = bench.settings.home / "index"
    for name, reason in damaged_indexes(folder).items():
        path = folder / name
        yield Damage(path, f"An index is damaged: {reason}.", _REMOVE, partial(_remove_index, path))


def _remove_index(path: Path, _: Progress | None) -> str:
    remove_index(path)
    return _REMOVED


def _put_aside(home: Path, path: Path, problem: str, goes_on: str) -> Damage:
    def mend(_: Progress | None) -> str:
        aside = put_aside(home, path)
        return f"The damaged file is kept as {aside.name if aside else path.name}."

    return Damage(path, problem, _ASIDE.format(goes_on), mend)


def _remove(path: Path, _: Progress | None) -> str:
    path.unlink(missing_ok=True)
    return _REMOVED


def _drop(path: Path, _: Progress | None) -> str:
    drop(path)
    return _REMOVED


STORES: tuple[Check, ...] = (
    _settings,
    _recipe,
    _questions,
    _sweeps,
    _recommendations,
    _usage,
    _replies,
    _vectors,
    _indexes,
)
"""All that is verified beside documents."""
