"""MinerU by its command on this machine, in processes that end with the run.

Source: `mineru --help` of versions 2.7 and 3.4.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import LimitReached, MissingExtra, ReplyUnusable, SetupError
from core.jobs.sandbox.environment import child_environment
from core.llm.service_errors import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.parsing.adapters.base import Source
    from core.parsing.adapters.mineru.options import MineruOptions
    from core.progress import Progress

INSTALL = 'pip install "mineru[core]<4"'
INSTALL_MODELS = "mineru-models-download"

_COMMAND = "mineru"
_NEWEST = 4
"""Major version from which on the command knows no backends."""
_TICK = 0.2
_GRACE = 2.0
"""Seconds in which the command may end a server that it started by itself."""
_LARGEST = 512 << 20
"""Bytes of an output."""
_TAIL = 20_000
"""Bytes of what is printed in which a reason is looked for."""
_NO_MODELS = re.compile(
    r"LocalEntryNotFound|OfflineMode|offline mode|is not configured|models?-dir|mineru\.json",
    re.IGNORECASE,
)
_RAISED = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception): .*", re.MULTILINE)
_SAID = re.compile(r"\b(?:Error|ERROR|Usage)\b.*")
_NO_PACKAGE = ("ModuleNotFoundError: ", "NameError: name 'torch'")
_OURS = ("PYTHONPATH", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "SIGHTLINE_")
_THEIRS = ("MINERU_", "CUDA_VISIBLE_DEVICES")
_SECRET = re.compile("KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}


def missing_command() -> str:
    """What is lacking on this machine to run MinerU, and how it is brought."""
    version = _version()
    if version >= _NEWEST:
        return (
            f"MinerU {version} is installed, which has neither a pipeline nor a vlm backend to "
            f"choose: {INSTALL}. Its own middle.json can be read as a file."
        )
    if _path():
        return ""
    return (
        f"MinerU is not installed: {INSTALL}, then {INSTALL_MODELS}. Or set the address of a "
        "mineru-api in its options."
    )


def run_command(
    source: Source,
    options: MineruOptions,
    arguments: Sequence[str],
    progress: Progress | None = None,
) -> bytes:
    """The middle.json of a document.

    Raises:
        MissingExtra: there is no command.
        SetupError: its models are not on this machine.
        LimitReached: out of time.
        ReplyUnusable: it failed.
    """
    command = _path()
    if problem := missing_command():
        raise MissingExtra(problem)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Its own name may be long, or begin with a dash.
        document = shutil.copyfile(source.path, folder / "document.pdf")
        output = folder / "output"
        switches = ["-f", str(options.formulas), "-t", str(options.tables)]
        call = [command, "-p", str(document), "-o", str(output), *arguments, *switches]
        printed = _printed(call, folder, options, progress, len(source.pages))
        return _output(output, source, printed)


def _printed(
    call: Sequence[str],
    folder: Path,
    options: MineruOptions,
    progress: Progress | None,
    pages: int,
) -> str:
    """The end of what the command printed, when it has ended."""
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            call,
            cwd=folder,
            env=_environment(options.model_source),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            while process.poll() is None:
                if progress:
                    progress(0, pages)
                if time.monotonic() > end:
                    raise LimitReached(
                        f"MinerU has not finished after {options.seconds:g} s. Raise its "
                        "time limit in the options, or split the document."
                    )
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_TICK)
        finally:
            _end(process)
        log.seek(max(log.seek(0, os.SEEK_END) - _TAIL, 0))
        return log.read().decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the command and what it started; it is first asked to, for servers of its own."""
    if process.poll() is None:
        _signal(process, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    if os.name == "posix":
        _signal(process, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Sends a signal to all processes of the group that the command leads."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def _output(folder: Path, source: Source, printed: str) -> bytes:
    files = sorted(folder.rglob("*_middle.json")) if folder.is_dir() else []
    if not files:
        raise _failure(source, printed)
    if files[0].stat().st_size > _LARGEST:
        raise ReplyUnusable(
            f"{source.name}: the output of MinerU is larger than {_LARGEST >> 20} MB. Split the "
            "document."
        )
    return files[0].read_bytes()


def _failure(source: Source, printed: str) -> SetupError | ReplyUnusable:
    """Why there is no output, by the last error that was printed."""
    if _NO_MODELS.search(printed):
        return SetupError(
            "The models of MinerU are not on this machine, and nothing is downloaded by itself. "
            f"Run {INSTALL_MODELS} once, or choose in the options where they are."
        )
    raised = [line for line in _RAISED.findall(printed) if not line.startswith("Error: ")]
    reasons = raised or _SAID.findall(printed) or printed.splitlines()
    reason = quoted(reasons[-1] if reasons else "")
    if reason.startswith(_NO_PACKAGE):
        return MissingExtra(f"MinerU is installed without its models' packages: {INSTALL}.")
    return ReplyUnusable(
        f"{source.name}: MinerU ended without an output: {reason} Check its options, or run the "
        "command in a terminal to see more."
    )


def _environment(model_source: str) -> Mapping[str, str]:
    """The variables that the command finds: its own settings, no key, and no way to downloads."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(_THEIRS) and not _SECRET.search(name)
    }
    common = {n: value for n, value in child_environment().items() if not n.startswith(_OURS)}
    return {**common, **own, **_OFFLINE, "MINERU_MODEL_SOURCE": model_source}


def _path() -> str:
    """The path of the command: beside this Python, or where programs are looked for."""
    beside = shutil.which(_COMMAND, path=str(Path(sys.executable).parent))
    return beside or shutil.which(_COMMAND) or ""


def _version() -> int:
    """The major version of MinerU beside this Python; 0 where there is none."""
    try:
        version = importlib.metadata.version("mineru")
    except importlib.metadata.PackageNotFoundError:
        return 0
    major = version.partition(".")[0]
    return int(major) if major.isdecimal() else 0
