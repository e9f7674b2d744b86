"""MinerU by its command, played by a program of the same name and arguments."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import Cancelled, LimitReached, MissingExtra, ReplyUnusable, SetupError
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import Source
from tests.core.parsing.adapters.mineru.samples import PIPELINE, VLM, options_of
from tests.core.parsing.adapters.native_checks import plain_pages

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the program is a script")

WRITES = """
import json, os, pathlib, sys
output = pathlib.Path(sys.argv[sys.argv.index("-o") + 1]) / "document" / "auto"
output.mkdir(parents=True)
content = {"arguments": sys.argv[1:], "environment": dict(os.environ)}
(output / "document_middle.json").write_text(json.dumps(content))
"""
STARTS_A_SERVER = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({path!r}, "w").write(str(child.pid))
time.sleep(60)
"""


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "-o name.pdf"
    path.write_bytes(b"%PDF-1.7")
    return Source(path, "-o name.pdf", tuple(plain_pages(2)))


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the program, which is the only one that is found."""
    path = tmp_path / "bin" / "mineru"
    path.parent.mkdir()
    monkeypatch.setenv("PATH", str(path.parent))
    monkeypatch.setattr("core.parsing.adapters.mineru.command._version", lambda: 0)
    return path


def play(command: Path, program: str) -> None:
    command.write_text(f"#!{sys.executable}\n{program}")
    command.chmod(0o700)


def run(source: Source, parser: str = PIPELINE, progress: Any = None, **options: Any) -> bytes:
    return get_adapter(parser).run(source, options_of(parser, **options), progress)


def test_the_command_is_given_the_document_and_no_key(
    source: Source, command: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(command, WRITES)
    monkeypatch.setenv("GEMINI_API_KEY", "k-123")
    monkeypatch.setenv("SIGHTLINE_MINERU_PIPELINE_KEY", "k-123")
    monkeypatch.setenv("MINERU_API_KEY", "k-123")
    monkeypatch.setenv("MINERU_DEVICE_MODE", "cpu")
    content = run(source, language="latin", tables=False)
    said = json.loads(content)
    arguments = said["arguments"]
    assert arguments[4:] == "-b pipeline -m auto -l latin -f True -t False".split()
    assert Path(arguments[1]).name == "document.pdf"
    assert not Path(arguments[1]).exists()
    assert b"k-123" not in content
    assert said["environment"]["HF_HUB_OFFLINE"] == "1"
    assert said["environment"]["MINERU_MODEL_SOURCE"] == "local"
    assert said["environment"]["MINERU_DEVICE_MODE"] == "cpu"
    assert "PYTHONPATH" not in said["environment"]


def test_the_backend_of_the_model_is_named(source: Source, command: Path) -> None:
    play(command, WRITES)
    model = {"engine": "vlm-http-client", "model_url": "http://127.0.0.1:30000"}
    arguments = json.loads(run(source, VLM, **model))["arguments"]
    assert arguments[4:8] == ["-b", "vlm-http-client", "-u", "http://127.0.0.1:30000"]


@pytest.mark.parametrize(
    ("program", "error", "words"),
    [
        ("raise ValueError('page 3 is odd')", ReplyUnusable, "page 3 is odd"),
        ("print('Error: No such option: -p')", ReplyUnusable, "No such option"),
        ("", ReplyUnusable, "without an output"),
        ("import torch_that_is_not_here", MissingExtra, "pip install"),
        (
            "raise ValueError(\"Local path for repo_mode 'vlm' is not configured.\")",
            SetupError,
            "mineru-models-download",
        ),
    ],
)
def test_a_command_that_fails_says_why(
    source: Source, command: Path, program: str, error: type[Exception], words: str
) -> None:
    play(command, program)
    with pytest.raises(error, match=words):
        run(source)


@pytest.mark.timeout(60)
def test_a_cancelled_run_ends_all_that_was_started(
    source: Source, command: Path, tmp_path: Path
) -> None:
    started = tmp_path / "child"
    play(command, STARTS_A_SERVER.format(path=str(started)))

    def stop(done: int, total: int) -> None:
        if started.exists() and started.read_text():
            raise Cancelled(f"Stopped at {done} of {total}.")

    with pytest.raises(Cancelled, match="0 of 2"):
        run(source, progress=stop)
    assert _has_ended(int(started.read_text()))


def _has_ended(process: int) -> bool:
    """Whether a process is gone, or only waits for its parent to take note of its end."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_run_ends_with_its_time(source: Source, command: Path) -> None:
    play(command, "import time; time.sleep(60)")
    with pytest.raises(LimitReached, match="MinerU"):
        run(source, seconds=0.3)


def test_what_is_missing_is_named_with_the_command_that_brings_it(
    source: Source, command: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = get_adapter(PIPELINE)
    assert 'pip install "mineru[core]<4"' in adapter.missing(options_of(PIPELINE))
    with pytest.raises(MissingExtra, match="pip install"):
        run(source)
    play(command, WRITES)
    assert adapter.missing(options_of(PIPELINE)) == ""
    monkeypatch.setattr("core.parsing.adapters.mineru.command._version", lambda: 4)
    assert "MinerU 4" in adapter.missing(options_of(PIPELINE))
