"""Damaged files of an index: each emptied, cut in half, with a flipped bit, or deleted.

After each a question is asked in a process of its own. It must end well, with the answer from
before, all chunks must be searchable, and people must be told.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.attacks.base import Attack
from benchmarks.attacks.forked import SECONDS, forked
from core.chunking import make_options
from core.configuration import Configuration
from core.indexing.sparse_files import copy_sparse
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs.catalogue import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUESTION = "Who approves exceptions to the policy?"
_DOCUMENT = "data_security_policy.pdf"
_CONFIG = Configuration("fixed", make_options("fixed", {"max_tokens": 64, "overlap": 0}), "hashing")
"""Quick to embed: the index is what is attacked."""
_UNTOLD = {"store.lock", "files.json"}
"""Files without which nothing is lost, so that there need be no notice."""


def attacks(data: Path | None) -> Iterator[Attack]:
    """Every file of an index in every way, and some of them over the command line."""
    with tempfile.TemporaryDirectory() as folder:
        home, whole = Path(folder, "home"), Path(folder, "whole")
        expected = forked(partial(_prepare, home))
        if isinstance(expected, str):
            yield Attack("an index that is not damaged", expected)
            return
        copy_sparse(home / "index", whole)
        for file in sorted(path for path in whole.rglob("*") if path.is_file()):
            for damage in _DAMAGES:
                name = file.relative_to(whole)
                _restore(home / "index", whole)
                damage(home / "index" / name)
                words = f"{_words(name)} {damage.__name__.strip('_')}"
                yield Attack(words, _failure(forked(partial(_asked, home)), expected, file.name))
        yield from _over_the_command_line(home)


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _halved(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _flipped(path: Path) -> None:
    """The lowest bit of the byte in the middle of what is not zero."""
    content = path.read_bytes()
    filled = content.strip(b"\0") or content
    place = content.find(filled) + len(filled) // 2
    with path.open("r+b") as file:
        file.seek(place)
        file.write(bytes([content[place] ^ 1]) if content else b"\1")


def _deleted(path: Path) -> None:
    path.unlink()


_DAMAGES = (_emptied, _halved, _flipped, _deleted)


def _prepare(home: Path) -> dict[str, Any]:
    bench = Workbench(load_settings(home=home))
    bench.documents.add(FOLDER / _DOCUMENT, _DOCUMENT)
    bench.close()
    return _asked(home)


def _asked(home: Path) -> dict[str, Any]:
    """What a question finds, how many chunks can be searched, and what people are told."""
    bench = Workbench(load_settings(home=home))
    (record,) = bench.library.list()
    answer = bench.answers.ask(_QUESTION, _CONFIG, [record.sha], by_model=False)
    chunks = bench.answers.retrieve(_QUESTION, _CONFIG, [record.sha])
    indexed = bench.index.counts(_CONFIG)
    bench.close()
    return {
        "passages": [(hit.chunk_id, round(hit.score, 6)) for hit, _, _ in chunks],
        "quotes": [citation.quote.text for citation in answer.citations],
        "missing": len(bench.chunks.of(record.sha, _CONFIG).chunks) - indexed.get(record.sha, 0),
        "notice": answer.notice,
    }


def _failure(outcome: dict[str, Any] | str, expected: dict[str, Any], file: str) -> str:
    if isinstance(outcome, str):
        return outcome
    if outcome["missing"]:
        return f"{outcome['missing']} chunks cannot be searched"
    if any(outcome[key] != expected[key] for key in ("passages", "quotes")):
        return "another answer than before"
    if file not in _UNTOLD and "made anew" not in outcome["notice"]:
        return "nobody is told"
    return ""


def _over_the_command_line(home: Path) -> Iterator[Attack]:
    """The same with the program that people start, and the model that it starts with."""
    command = [sys.executable, "-m", "core", "ask", _QUESTION]
    environment = {**os.environ, "SIGHTLINE_HOME": str(home), "GEMINI_API_KEY": ""}

    def ask() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )

    before = ask()
    patterns = {"chunk_0.mmap": _halved, "segment.json": _emptied, "open-1": _flipped}
    for name, damage in patterns.items():
        for path in (home / "index").rglob(name):
            damage(path)
        after = ask()
        failure = "" if after.returncode == 0 else f"ended with {after.returncode}"
        if after.stdout != before.stdout:
            failure = failure or "another answer than before"
        if "made anew" not in after.stderr:
            failure = failure or "nobody is told"
        yield Attack(f"ask, {name} {damage.__name__.strip('_')}", failure)


def _restore(index: Path, whole: Path) -> None:
    """Puts the whole index in the place of what the trial before left."""
    if index.exists():
        subprocess.run(["rm", "-rf", index], check=True)
    copy_sparse(whole, index)


def _words(name: Path) -> str:
    """The path of a file without the ids in it, which are new each time."""
    return "/".join(part.split("-")[-1] if len(part) > 30 else part for part in name.parts[1:])
