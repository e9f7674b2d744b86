"""Verifying what the data folder holds beside documents."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.configuration.adopted import adopted_configuration, configuration_file
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.maintenance.damage import Check
    from core.progress import Progress
    from core.workbench import Workbench

_ASIDE = "python -m core check --repair puts it aside, so that the app goes on {}."
_REMOVE = "python -m core check --repair removes it; it is made anew when it is next needed."
_LOG_STEP = "Restore a backup of the folder audit; python -m core audit verify says more."
_LOG_MEND = "python -m core check --repair completes it; nothing is lost."
_ANSWER_STEP = "Restore a backup; or delete the answer on the page History, and sign it anew."
_REMOVED = "It was removed and is made anew when it is next needed."


def _settings(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home
    return _loaded(home, settings_file(home), lambda: load_settings(home=home), "with the defaults")


def _config(bench: Workbench) -> Iterator[Damage]:
    settings, goes_on = bench.settings, "with the recipe of the app"
    return _loaded(
        settings.home,
        configuration_file(settings),
        lambda: adopted_configuration(settings),
        goes_on,
    )


def _questions(bench: Workbench) -> Iterator[Damage]:
    store = QuestionStore(bench.settings.home)
    step = "Put a copy of the file back or restore a backup; or delete the set on page Evaluate."
    for question_set in store.list():
        if question_set.problem:
            yield Damage(store.folder / question_set.name, question_set.problem, step)


def _conversations(bench: Workbench) -> Iterator[Damage]:
    store = bench.history.conversations
    step = "Put a copy of the file back or restore a backup; or delete the conversation in Ask."
    for kept in store.damaged():
        yield Damage(store.folder / f"{kept.id}.json", kept.problem, step)


def _answers(bench: Workbench) -> Iterator[Damage]:
    history = bench.history
    report = history.verify()
    if problem := report.log.problem:
        words = f"Entry {problem.number} of the audit log: {problem.words}."
        yield Damage(history.log.path, words if problem.number else problem.words, _LOG_STEP)
    elif report.notice:
        yield Damage(history.log.path, report.notice, _LOG_MEND, lambda _: history.mend())
    for words in report.disagreements:
        yield Damage(history.answers.folder, words, _ANSWER_STEP)


def _sweeps(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home

    def damage(path: Path) -> Damage:
        if path.name != "plan.json":
            words = f"A result of the sweep {path.parent.parent.name} is damaged."
            return _removable(path, words)
        words = f"The plan of the sweep {path.parent.name} is damaged, so it is not listed."
        return _aside(home, path, words, "without it; its results are used when it is run again")

    return _each(SweepStore(home).damaged(), damage)


def _recommendations(bench: Workbench) -> Iterator[Damage]:
    home = bench.settings.home
    words = "A recommendation of a search for good settings is damaged, so it is not listed."
    goes_on = "without it; a new search uses what was scored"
    return _each(damaged_recommendations(home), lambda path: _aside(home, path, words, goes_on))


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
    words = "An answer of the language model that was kept is damaged."
    errors = ReplyCache(bench.settings.home).damaged()
    return _each(errors, lambda path: _removable(path, words))


def _vectors(bench: Workbench) -> Iterator[Damage]:
    for path in (bench.settings.home / "evaluation" / "vectors").glob("*.sqlite"):
        if not is_whole(path):
            yield _removable(path, "A file of kept vectors is damaged.", drop)


def _indexes(bench: Workbench) -> Iterator[Damage]:
    folder = bench.settings.home / "index"
    for name, reason in damaged_indexes(folder).items():
        yield _removable(folder / name, f"An index is damaged: {reason}.", remove_index)


def _loaded(home: Path, path: Path, load: Callable[[], object], goes_on: str) -> Iterator[Damage]:
    try:
        load()
    except DataTooNew as error:
        yield too_new(path, error)
    except SetupError as error:
        if path.exists():
            yield _aside(home, path, str(error), goes_on)


def _each(errors: Mapping[Path, Exception], damage: Callable[[Path], Damage]) -> Iterator[Damage]:
    """The `damage` of each file that cannot be read; what is too new is left alone."""
    for path, error in errors.items():
        yield too_new(path, error) if isinstance(error, DataTooNew) else damage(path)


def _aside(home: Path, path: Path, problem: str, goes_on: str) -> Damage:
    def mend(_: Progress | None) -> str:
        aside = put_aside(home, path)
        return f"The damaged file is kept as {aside.name if aside else path.name}."

    return Damage(path, problem, _ASIDE.format(goes_on), mend)


def _removable(path: Path, problem: str, remove: Callable[[Path], None] = Path.unlink) -> Damage:
    def mend(_: Progress | None) -> str:
        with suppress(FileNotFoundError):
            remove(path)
        return _REMOVED

    return Damage(path, problem, _REMOVE, mend)


STORES: tuple[Check, ...] = (
    _settings,
    _config,
    _questions,
    _conversations,
    _answers,
    _sweeps,
    _recommendations,
    _usage,
    _replies,
    _vectors,
    _indexes,
)
"""All that is verified beside documents."""
