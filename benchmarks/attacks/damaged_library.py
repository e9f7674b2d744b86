"""Every kind of stored file emptied, cut off, flipped, deleted, or written by a later version.

Survived is what does not vanish without a word: the check names the file, repairs what can be
made anew and leaves the rest where it is; what a later version wrote is never overwritten. A
backup brings the same ids back, and a damaged one restores nothing.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.attacks.base import Attack
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.adopted import adopt
from core.errors import SightlineError
from core.evaluation.questions.base import Question
from core.evaluation.questions.store import QuestionStore
from core.llm.ledger import Call, Ledger
from core.maintenance import back_up, check, restore
from core.settings import load_settings, settings_without_file
from core.settings_changes import save_settings
from core.sir import ElementType
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CONFIG = Configuration("recursive", make_options("recursive", {"max_tokens": 64}), "hashing")
_TEXTS = ("Notes of the ward.", "The starting dose of calverin is 40 mg.", "See them monthly.")


@dataclass(frozen=True)
class _Stored:
    """A kind of file; `anew` says that `check --repair` must leave no damage of it."""

    pattern: str
    anew: bool
    noticed_if_deleted: bool = False


_FILES = {
    "record": _Stored("documents/*/document.json", True, True),
    "source": _Stored("documents/*/source.pdf", False, True),
    "corrections": _Stored("documents/*/corrections/by_hand.json", True, True),
    "tree": _Stored("documents/*/sir/*/sir.json", True, True),
    "tables of a tree": _Stored("documents/*/sir/*/tables.npz", True, True),
    "tokens": _Stored("documents/*/tokens/*", True),
    "sentences": _Stored("documents/*/sentences/*", True),
    "inspection": _Stored("documents/*/inspection/*", True),
    "seconds": _Stored("documents/*/seconds/*", True),
    "question set": _Stored("evaluation/questions/*.json", False),
    "usage": _Stored("model-calls.jsonl", True),
    "recipe": _Stored("recipe.json", True),
    "settings": _Stored("settings.json", True),
}
_HARMLESS = frozenset(
    {("recipe", "flipped"), ("settings", "flipped"), ("usage", "emptied"), ("tokens", "flipped")}
    | {("sentences", "flipped")}
)
"""Files that people may edit have no checksum; a bit of the frame of a ZIP file may be idle."""


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 5])


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 2
    path.write_bytes(content)


_WAYS: dict[str, Callable[[Path], None]] = {
    "emptied": _emptied,
    "cut off": _cut,
    "flipped": _flipped,
    "deleted": Path.unlink,
}


def attacks(data: Path | None) -> Iterator[Attack]:
    """One trial for each kind of file and way to damage it, then those of backups."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        _fill(home)
        for number, (kind, stored) in enumerate(_FILES.items()):
            for way, damage in _WAYS.items():
                if way == "deleted" and not stored.noticed_if_deleted:
                    continue  # as when a person deleted it
                trial = _copied(home, Path(folder) / f"{number}-{way}")
                yield Attack(f"{kind} {way}", _damaged(trial, kind, stored, way, damage))
                shutil.rmtree(trial)
            if stored.pattern.endswith("json") and "sir" not in stored.pattern:
                trial = _copied(home, Path(folder) / f"{number}-later")
                yield Attack(f"{kind} of a later version", _of_later_version(trial, stored))
                shutil.rmtree(trial)
        yield from _backups(home, Path(folder))


def _fill(home: Path) -> None:
    bench = Workbench(load_settings(home=home))
    with pymupdf.open() as pdf:
        for text in _TEXTS:
            pdf.new_page().insert_text((60, 80), text)
        sha = bench.documents.add(pdf.tobytes(), "ward.pdf").sha
    node = next(n.id for n in bench.documents.sir(sha).nodes if n.type is ElementType.PARAGRAPH)
    bench.documents.correct(sha, node, ElementType.FOOTNOTE)
    bench.chunks.sentences(sha, "hashing")
    QuestionStore(home).create("Ward", [Question(text="Which dose?")])
    adopt(bench.settings, _CONFIG)
    save_settings(bench.settings, {"max_pages": 77})
    for _ in range(3):
        Ledger(home).note(Call(at=1.0, model="m", stage="s"))


def _copied(home: Path, target: Path) -> Path:
    return shutil.copytree(home, target)


def _opened(home: Path) -> Workbench:
    try:
        return Workbench(load_settings(home=home))
    except SightlineError:
        return Workbench(settings_without_file().model_copy(update={"home": home}))


def _damaged(
    home: Path, kind: str, stored: _Stored, way: str, damage: Callable[[Path], None]
) -> str:
    """What went wrong; nothing if the damage is named, and repaired where it can be."""
    path = next(home.glob(stored.pattern))
    before = path.read_bytes()
    damage(path)
    bench = _opened(home)
    (sha,) = bench.library.ids() or ("",)
    if not sha or not (bench.library.list() or bench.library.damaged()):
        return "the document vanished from the list"
    findings = check(bench)
    named = any(finding.path in (path, path.parent) for finding in findings)
    if not named:
        return "" if (kind, way) in _HARMLESS else "the check does not name the file"
    left = [finding for finding in check(bench, repair=True) if not finding.repaired]
    if stored.anew and (left or check(bench)):
        return f"still damaged after the repair: {left}"
    if not stored.anew:
        path.write_bytes(before)
        return "damaged though the file was put back" if check(bench) else ""
    return ""


def _of_later_version(home: Path, stored: _Stored) -> str:
    path = next(home.glob(stored.pattern))
    name = path.read_bytes().split(b'"')[3].partition(b"/")[0]
    content = b'{"schema": "' + name + b'/42", "all": "new"}'
    path.write_bytes(content)
    findings = check(_opened(home), repair=True)
    if not any(finding.path == path and "later version" in finding.problem for finding in findings):
        return "the check does not say that a later version wrote it"
    return "" if path.read_bytes() == content else "it was overwritten"


def _backups(home: Path, folder: Path) -> Iterator[Attack]:
    archive = folder / "library.zip"
    bench = Workbench(load_settings(home=home))
    back_up(bench, archive)
    yield Attack("backup and restore", _same_ids(bench, archive, folder / "restored"))
    content = archive.read_bytes()
    for share in (0.1, 0.5, 0.9):
        cut = folder / f"cut-{share}.zip"
        cut.write_bytes(content[: int(len(content) * share)])
        yield Attack(f"backup cut off at {share:.0%}", _refused(cut, folder / f"empty-{share}"))
    yield Attack("backup over a file", _not_overwritten(bench, archive))
    yield Attack("restore into a library", _refused(archive, home, allowed=True))


def _same_ids(bench: Workbench, archive: Path, home: Path) -> str:
    restore(Workbench(load_settings(home=home)), archive)
    other = Workbench(load_settings(home=home))
    (record,) = bench.library.list()
    if other.library.list() != (record,):
        return "the records differ"
    chunks = [[c.id for c in each.chunks.of(record.sha, _CONFIG).chunks] for each in (bench, other)]
    if chunks[0] != chunks[1] or bench.documents.tree_key(record.sha) != other.documents.tree_key(
        record.sha
    ):
        return "trees or chunks have other ids"
    return "" if not check(other) else "what was restored is damaged"


def _refused(archive: Path, home: Path, *, allowed: bool = False) -> str:
    """What went wrong; nothing if the archive is refused and the folder stays as it was."""
    before = _files(home)
    try:
        restore(Workbench(load_settings(home=home)), archive)
    except SightlineError:
        same = _files(home) == before
        return "" if same and (allowed or not before) else "the data folder was changed"
    return "it was restored"


def _not_overwritten(bench: Workbench, archive: Path) -> str:
    content = archive.read_bytes()
    try:
        back_up(bench, archive)
    except SightlineError:
        return "" if archive.read_bytes() == content else "the file was changed"
    return "the file was overwritten"


def _files(home: Path) -> dict[Path, bytes]:
    paths = (path for path in home.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {path: path.read_bytes() for path in paths}
