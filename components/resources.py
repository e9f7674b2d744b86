"""What all sessions share, and the only place that touches `st.cache_*`."""

from __future__ import annotations

import atexit
import gc
import logging
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

import streamlit as st
from pydantic import SecretStr

from core.errors import SetupError, SightlineError
from core.rights import OPERATOR, Right, acting_as

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from components.ask.waiting_question import WaitingQuestion
    from core.configuration import Configuration
    from core.evaluation.outcome import Scored
    from core.evaluation.questions.store import QuestionStore
    from core.evaluation.sweeps.runner import SweepRunner
    from core.evaluation.tuning.tuner import Tuner
    from core.jobs.sandbox.confinement import Restriction
    from core.library import DocumentRecord
    from core.lru_cache import LruCache
    from core.rendering import PageImage, Renderer
    from core.tokens import TokenStream
    from core.workbench import Workbench
    from core.workbench.first_start import FirstStart
    from core.workbench.index_queue import IndexQueue
    from core.workbench.ingest_queue import IngestQueue

_LOG = logging.getLogger("sightline")

# Mean size of a picture is about 0.25 MB, so these hold some 60 MB at most.
_PICTURES, _EXCERPTS = 200, 20
_SCORES = 64
"""Settings whose scores are held, each a few hundred kB where there are many questions."""
_QUESTIONS = 500
"""Questions that are being answered at the same time."""
_TREES = 8
"""Trees of parsers that documents are not read by, each some tens of MB."""


@st.cache_resource(show_spinner=False)
def renderer() -> Renderer:
    """The process that draws pages, started already."""
    from core.rendering import Renderer

    made = Renderer()
    made.warm()
    return made


@st.cache_resource(show_spinner=False)
def waiting_questions() -> LruCache[WaitingQuestion]:
    """Questions whose answers are being written, by their secrets, whoever asked them."""
    from core.lru_cache import LruCache

    return LruCache(_QUESTIONS)


@st.cache_resource(show_spinner=False, on_release=lambda opened: opened.close())
def workbench() -> Workbench:
    """The library and all that is made from it, with the settings in force.

    A key that was entered beats that of the environment, at the service it was entered for.
    """
    from core.settings import load_settings
    from core.workbench import Workbench

    settings = load_settings()
    entered = _entered().get(settings.chosen_model.key_place)
    return Workbench(settings.with_model_key(entered) if entered else settings)


def parse_queue() -> IngestQueue:
    """The files that are being added, whoever added them, with the settings in force."""
    queue = _parse_queue()
    queue.workbench = workbench()
    queue.on_added = index_queue().look_again
    return queue


def index_queue() -> IndexQueue:
    """The documents that are indexed in the background, with the settings in force."""
    queue = _index_queue()
    queue.workbench = workbench()
    return queue


@st.cache_resource(show_spinner=False)
def first_start() -> FirstStart:
    """The samples that this start reads by itself where the data folder is a new one; begun.

    Who asks while it is begun waits for that moment.
    """
    from core.workbench.first_start import FirstStart
    from sample_docs import READING_ORDER, SAMPLES

    paths = {sample.file_name: sample.path for sample in SAMPLES}
    start = FirstStart(parse_queue(), {name: paths[name] for name in READING_ORDER})
    keep_indexed()
    try:
        # Whose samples would these be, where documents belong to somebody?
        if workbench().settings.samples and not workbench().directory:
            start.begin()
    except SetupError:
        # Whoever adds a document gets the same error, with its words.
        _LOG.warning("the samples could not be added", exc_info=True)
    return start


def begin() -> None:
    """Do what a visitor would wait for, before there is one: read the samples, load the models."""
    try:
        first_start()
    except SightlineError:
        # The page says so, as it needs the same.
        _LOG.warning("the library could not be opened ahead", exc_info=True)
    else:
        warm_up().join()
        # Streamlit collects all garbage after each run of the app, and what is loaded is none.
        gc.collect()
        gc.freeze()


def keep_indexed() -> None:
    """Index what is in the library by its configuration, in the background.

    To be called with each page, so that what another process has added is seen, too.
    """
    # Pages that need the configuration say that it is damaged.
    with suppress(SetupError), acting_as(OPERATOR):
        index_queue().use(library_configuration())


def question_store() -> QuestionStore:
    """The sets of questions of who acts."""
    from core.evaluation.questions.store import QuestionStore

    return QuestionStore(workbench().library.home)


def sweeps() -> SweepRunner:
    """The sweeps of who acts, running and kept, with the settings in force."""
    runner = _sweeps(workbench().library.home)
    runner.workbench = workbench()
    return runner


def tuner() -> Tuner:
    """The searches of who acts for good settings that run, and what they found."""
    return _tuner(workbench().library.home)


def library_configuration() -> Configuration:
    """What was adopted for this library, else that of the app, with the encoder of the settings.

    Raises as the function of this name in `core.configuration.adopted`.
    """
    from core.configuration.adopted import library_configuration

    return library_configuration(workbench().settings)


def stream(document: str, parser: str = "") -> TokenStream:
    """The token stream of a document by a parser; without one, as it is in the library.

    Raises as `Documents.trial`.
    """
    if not parser:
        return workbench().documents.stream(document)
    workbench().library.require(document)
    return _trial_stream(document, parser)


@st.cache_resource(show_spinner=False)
def scores() -> LruCache[Scored]:
    """What settings found for questions where two are compared, in memory only."""
    from core.lru_cache import LruCache

    return LruCache(_SCORES)


def page_image(record: DocumentRecord, number: int) -> PageImage:
    """The picture of a page (1-based) of a document. Raises as `Renderer.page`."""
    workbench().library.looked_at(record.sha)
    return _page_image(record.sha, number, record.name)


def pdf_excerpt(record: DocumentRecord, numbers: tuple[int, ...]) -> bytes:
    """A PDF of only these pages of a document. Raises as `Renderer.excerpt`."""
    workbench().library.looked_at(record.sha)
    return _pdf_excerpt(record.sha, numbers, record.name)


def kept_page_image(path: Path, digest: str, number: int) -> PageImage:
    """The picture of a page (1-based) of a file that is kept with a signed answer.

    `digest` is the SHA-256 of the file. Raises as `Renderer.page`.
    """
    return _kept_page_image(digest, number, path)


@st.cache_resource(show_spinner="Trying what this system can forbid a process…")
def restrictions() -> list[Restriction]:
    """What processes that open documents cannot do here. Raises as `restrictions_in_force`."""
    from core.jobs.restrictions import restrictions_in_force

    return restrictions_in_force()


@st.cache_resource(show_spinner=False)
def _parse_queue() -> IngestQueue:
    from core.workbench.ingest_queue import IngestQueue

    return IngestQueue(workbench())


@st.cache_resource(show_spinner=False)
def _index_queue() -> IndexQueue:
    from core.workbench.index_queue import IndexQueue

    queue = IndexQueue(workbench())
    atexit.register(queue.close)
    return queue


@st.cache_resource(show_spinner=False)
def _tuner(home: Path) -> Tuner:
    from core.evaluation.tuning.tuner import Tuner

    return Tuner(home, sweeps())


@st.cache_resource(show_spinner=False)
def _sweeps(home: Path) -> SweepRunner:
    """Those of one person: whoever has another `home` has another runner."""
    from core.evaluation.sweeps.runner import SweepRunner

    return SweepRunner(workbench())


@st.cache_resource(max_entries=_TREES, show_spinner="Reading the document…")
def _trial_stream(document: str, parser: str) -> TokenStream:
    from core.tokenizer import minilm_tokenizer
    from core.tokens import tokenize

    return tokenize(workbench().documents.trial(document, parser), minilm_tokenizer())


@st.cache_resource(max_entries=_PICTURES, show_spinner=False)
def _page_image(sha: str, number: int, _name: str) -> PageImage:
    return renderer().page(workbench().library.pdf_path(sha), number, name=_name)


@st.cache_resource(max_entries=_EXCERPTS, show_spinner=False)
def _kept_page_image(digest: str, number: int, _path: Path) -> PageImage:
    return renderer().page(_path, number)


@st.cache_resource(max_entries=_EXCERPTS, show_spinner=False)
def _pdf_excerpt(sha: str, numbers: tuple[int, ...], _name: str) -> bytes:
    return renderer().excerpt(workbench().library.pdf_path(sha), numbers, _name)


def clear() -> None:
    """Forget pictures and excerpts; they are made anew when needed."""
    _page_image.clear()
    _kept_page_image.clear()
    _pdf_excerpt.clear()


def restart() -> None:
    """Open the library anew, as after a change of settings; a key that was entered stays."""
    workbench.clear()


def change_settings(changes: Mapping[str, object], right: Right = Right.ADMINISTER) -> None:
    """Write settings, for those who have the right, and open the library anew with them.

    Raises as `core.settings_changes.save_settings`, and:
        AccessRefused: who acts has not the right.
    """
    from core.settings_changes import save_settings

    bench = workbench()
    bench.library.permissions.allow(right)
    save_settings(bench.settings, changes)
    bench.library.permissions.did("changed settings", "", ", ".join(sorted(changes)))
    restart()


def adopt(config: Configuration | None) -> None:
    """Make a configuration the one that the library starts with, for those who may edit it.

    Raises as `core.configuration.adopted.adopt`, and:
        AccessRefused: who acts may not.
    """
    from core.configuration.adopted import adopt

    bench = workbench()
    bench.library.permissions.allow(Right.EDIT)
    adopt(bench.settings, config)
    bench.library.permissions.did("adopted a setting", "", config.chunks_key if config else "")


def enter_key(key: str) -> None:
    """Use a key of the language model until the app stops, in all sessions; empty: forget it.

    It is that of the service which is chosen now, and goes to no other.

    Raises:
        AccessRefused: who acts is no administrator.
    """
    workbench().library.permissions.allow(Right.ADMINISTER)
    if key:
        _entered()[workbench().settings.chosen_model.key_place] = SecretStr(key)
    else:
        _entered().clear()
    restart()


def key_is_entered() -> bool:
    """Whether a key was entered, which only the memory of this process holds."""
    return workbench().settings.chosen_model.key_place in _entered()


@st.cache_resource(show_spinner=False)
def _entered() -> dict[str, SecretStr]:
    """Keys that were entered, by place. In here, since a module may be loaded anew."""
    return {}


@st.cache_resource(show_spinner=False)
def warm_up() -> Thread:
    """The thread that loads models and starts drawing, once for all sessions.

    To be called when a page is already on the screen, so that nobody waits for it.
    """
    thread = Thread(target=_load_all, args=(workbench(), renderer), daemon=True)
    thread.start()
    return thread


def _load_all(bench: Workbench, start_renderer: Callable[[], Renderer]) -> None:
    start_renderer()
    bench.documents.prepare()
    try:
        bench.chunks.encoder(bench.settings.encoder)
        bench.answers.prepare()
    except SightlineError:
        # Whoever needs the model gets the same error, with its words, on their own page.
        _LOG.warning("a model could not be loaded ahead", exc_info=True)
