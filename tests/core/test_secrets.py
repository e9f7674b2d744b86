"""No key is in what the program prints, logs, stores or shows.

Every key is a marker. Commands run over a stand-in for the service that answers, refuses the key
by repeating it, or gives no permission, and without the server of the index.
"""

from __future__ import annotations

import io
import logging
import os
import shutil
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from core.cli import main
from tests.builders import pdf_bytes
from tests.gemini_server import GeminiServer, failures
from tests.pages.conftest import NoPagesFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.gemini_server.server import Act

GEMINI, QDRANT = "MARKERgemini0123456789", "MARKERqdrant0123456789"
MARKERS = (GEMINI, QDRANT)
PAGES = ("settings", "documents", "ask")
_ROOT = Path(__file__).parents[2]
_TEXT = "1 Dose\nAdults take five milligrams of calverine twice a day.\nChildren take half of it."
_NOBODY = "http://127.0.0.1:9"
_ACTS: dict[str, Act | None] = {
    "a service that answers": None,
    "a service that repeats the key": failures.status(
        400, "INVALID_ARGUMENT", f"API key not valid: {GEMINI}"
    ),
    "a service without permission": failures.status(403, "PERMISSION_DENIED", f"key={GEMINI}"),
}
_COMMANDS = (
    ("inspect", "dose.pdf"),
    ("chunk", "dose.pdf", "--strategy", "three_step"),
    ("ask", "How much calverine do adults take?"),
)


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
def test_no_key_is_printed_logged_stored_or_shown() -> None:
    told = dict(_tried())
    assert len(told) > 20
    assert {where: words for where, words in told.items() if words} == {}


def _tried() -> Iterator[tuple[str, str]]:
    """Each command with each service, addresses that hold a key, pages, logs and stored files.

    Each with what is wrong with it; empty where nothing is.
    """
    with ExitStack() as stack:
        home = Path(stack.enter_context(TemporaryDirectory())) / "home"
        log = stack.enter_context(_logged())
        server = stack.enter_context(GeminiServer())
        stack.enter_context(patch.dict(os.environ, _environment(home, server.url)))
        yield from _commands(home, server)
        yield from _addresses()
        for page in PAGES:
            shown = page_text(page)
            yield _searched(f"the page {page}", shown)
            yield f"the page {page} is drawn", "" if shown else "it is empty"
        yield _searched("the log", log.getvalue())
        yield from _stored(home)


def _environment(home: Path, url: str) -> dict[str, str]:
    return {
        "SIGHTLINE_HOME": str(home),
        "GEMINI_API_KEY": GEMINI,
        "GEMINI_BASE_URL": url,
        "QDRANT_API_KEY": QDRANT,
        "QDRANT_URL": "",
    }


@contextmanager
def _logged() -> Iterator[io.StringIO]:
    """All that any library logs, in every detail."""
    log, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(log), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def _commands(home: Path, server: GeminiServer) -> Iterator[tuple[str, str]]:
    path = home.parent / "dose.pdf"
    path.write_bytes(pdf_bytes([_TEXT]))
    yield _searched("ingest", printed("ingest", str(path)))
    for service, act in _ACTS.items():
        server.always(act)
        # What one service answered is not asked of the next one.
        for name in ("model-replies", "inspection"):
            for kept in home.rglob(name):
                shutil.rmtree(kept)
        sent = len(server.received)
        for command in _COMMANDS:
            yield _searched(f"{command[0]} with {service}", printed(*command))
        yield f"{service} was asked", "" if len(server.received) > sent else "it was not"
    server.always(None)
    with patch.dict(os.environ, {"QDRANT_URL": _NOBODY}):
        yield _searched("ask without the Qdrant server", printed(*_COMMANDS[-1]))


def _addresses() -> Iterator[tuple[str, str]]:
    for name, key in (("QDRANT_URL", QDRANT), ("GEMINI_BASE_URL", GEMINI)):
        for url in (f"http://user:{key}@127.0.0.1:9", f"{_NOBODY}/?api-key={key}", f"ftp://{key}"):
            with patch.dict(os.environ, {name: url}):
                shown = printed("usage") + page_text("settings")
            yield _searched(f"{name}={url.replace(key, 'KEY')}", shown)


def printed(*arguments: str) -> str:
    """What a command prints, to both outputs; an unexpected error with all that it says."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        main(arguments)
    return out.getvalue()


def page_text(page: str) -> str:
    """All that a page of the app sends to the browser."""
    from streamlit.testing.v1 import AppTest

    from components import resources

    resources.restart()
    with patch("streamlit.runtime.pages_manager.Path", NoPagesFolder):
        app = AppTest.from_file(str(_ROOT / "app.py"), default_timeout=120)
        app.switch_page(f"pages/{page}.py").run()
    return "\n".join(f"{element!r} {getattr(element, 'proto', '')}" for element in app)


def _stored(home: Path) -> Iterator[tuple[str, str]]:
    files = [path for path in home.rglob("*") if path.is_file()]
    for folder in sorted({path.relative_to(home).parts[0] for path in files}):
        own = [path for path in files if path.relative_to(home).parts[0] == folder]
        content = b"\n".join(path.name.encode() + path.read_bytes() for path in own)
        yield _searched(f"stored {folder}", content.decode("latin-1"))


def _searched(where: str, text: str) -> tuple[str, str]:
    told = [marker for marker in MARKERS if marker in text]
    return where, f"shows {', '.join(told)}" if told else ""
