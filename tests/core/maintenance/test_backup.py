"""One archive carries what people made: whole, verified, and only into an empty data folder."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.adopted import adopt, starting_configuration
from core.errors import Cancelled, InputError, SetupError
from core.evaluation.questions.base import Question
from core.evaluation.questions.store import QuestionStore
from core.maintenance import back_up, check, restore
from core.settings import load_settings
from core.settings_changes import save_settings
from core.sir import ElementType
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[zipfile.ZipFile], None]

PAGES = ("Notes of the ward\nThe starting dose is 40 mg.", "Patients are seen every month.")
RECIPE = Configuration("recursive", make_options("recursive", {"max_tokens": 64}))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A library with a corrected document, read by a parser that a person chose."""
    home = tmp_path_factory.mktemp("backup") / "home"
    made = Workbench(load_settings(home=home))
    sha = made.documents.add(pdf_bytes(PAGES), "ward.pdf").sha
    made.documents.use_route(sha, "semantic_flow")
    last = next(
        n.id for n in reversed(made.documents.sir(sha).nodes) if n.text.startswith("Patients")
    )
    made.documents.correct(sha, last, ElementType.SECTION_HEADER, 2)
    made.chunks.of(sha, RECIPE)
    QuestionStore(home).create("Ward", [Question(text="Which dose?")])
    adopt(made.settings, RECIPE)
    save_settings(made.settings, {"max_pages": 77})
    return made


@pytest.fixture(scope="module")
def archive(bench: Workbench, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archives") / "library.zip"
    back_up(bench, path)
    return path


@pytest.fixture
def empty(tmp_path: Path) -> Workbench:
    return Workbench(load_settings(home=tmp_path / "restored"))


def test_a_restored_library_has_the_same_ids(
    bench: Workbench, archive: Path, empty: Workbench
) -> None:
    contents = restore(empty, archive)
    assert contents.in_words.startswith("1 document, 1 question set, ")
    (record,) = bench.library.list()
    opened = Workbench(load_settings(home=empty.settings.home))
    assert opened.library.list() == (record,)
    assert opened.documents.tree_key(record.sha) == bench.documents.tree_key(record.sha)
    assert [c.id for c in opened.chunks.of(record.sha, RECIPE).chunks] == [
        c.id for c in bench.chunks.of(record.sha, RECIPE).chunks
    ]
    assert starting_configuration(opened.settings) == RECIPE
    assert opened.settings.max_pages == 77
    assert QuestionStore(empty.settings.home).load("Ward").questions[0].text == "Which dose?"
    assert check(opened) == ()


def test_results_that_can_be_made_anew_are_left_out(archive: Path) -> None:
    with zipfile.ZipFile(archive) as held:
        names = held.namelist()
    assert not [name for name in names if "/sir/" in name or "/tokens/" in name or "lock" in name]


def test_no_file_is_overwritten_by_a_backup(bench: Workbench, tmp_path: Path) -> None:
    target = tmp_path / "taken.zip"
    target.write_bytes(b"precious")
    with pytest.raises(InputError, match="not overwritten"):
        back_up(bench, target)
    assert target.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [target]


def test_a_stopped_backup_leaves_nothing(bench: Workbench, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        back_up(bench, tmp_path / "x.zip", stop)
    assert list(tmp_path.iterdir()) == []


def test_keys_that_someone_wrote_into_the_settings_stay_at_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    values = {"gemini_api_key": "very-secret", "max_pages": 5}
    (home / "settings.json").write_text(json.dumps(values))
    back_up(Workbench(load_settings(home=home)), tmp_path / "x.zip")
    with zipfile.ZipFile(tmp_path / "x.zip") as held:
        settings = held.read("settings.json")
    assert b"very-secret" not in settings
    assert json.loads(settings)["max_pages"] == 5


def test_a_data_folder_that_is_not_empty_is_left_alone(bench: Workbench, archive: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in bench.settings.home.rglob("*.json")}
    with pytest.raises(SetupError, match="not empty"):
        restore(bench, archive)
    assert before == {p: p.stat().st_mtime_ns for p in bench.settings.home.rglob("*.json")}


def _link(held: zipfile.ZipFile) -> None:
    info = zipfile.ZipInfo("documents/link")
    info.external_attr = 0o120777 << 16
    held.writestr(info, "/etc/passwd")


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.writestr("../outside", b"x"),
        lambda held: held.writestr("/outside", b"x"),
        lambda held: held.writestr("documents/../../outside", b"x"),
        lambda held: held.writestr("documents\\..\\outside", b"x"),
        lambda held: held.writestr("index/shard", b"x"),
        _link,
    ],
)
def test_an_archive_with_more_than_its_manifest_says_is_refused(
    archive: Path, empty: Workbench, tmp_path: Path, change: Change
) -> None:
    path = tmp_path / "changed.zip"
    path.write_bytes(archive.read_bytes())
    with zipfile.ZipFile(path, "a") as held:
        change(held)
    refused(empty, path)


@pytest.mark.parametrize("place", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_a_flipped_bit_of_an_archive_restores_nothing_or_is_of_no_matter(
    archive: Path, empty: Workbench, tmp_path: Path, bench: Workbench, place: float
) -> None:
    content = bytearray(archive.read_bytes())
    content[int(place * len(content))] ^= 16
    path = tmp_path / "flipped.zip"
    path.write_bytes(content)
    try:
        restore(empty, path)
    except InputError:
        assert not files(empty.settings.home)
    else:
        assert empty.library.list() == bench.library.list()
        assert check(empty) == ()


@pytest.mark.parametrize("length", [0, 1000, -30])
def test_an_archive_that_is_cut_off_is_refused(
    archive: Path, empty: Workbench, tmp_path: Path, length: int
) -> None:
    path = tmp_path / "cut.zip"
    path.write_bytes(archive.read_bytes()[:length])
    refused(empty, path)


def test_an_archive_of_a_later_version_is_refused(archive: Path, empty: Workbench, tmp_path: Path):
    path = tmp_path / "later.zip"
    with zipfile.ZipFile(path, "w") as held:
        held.writestr("manifest.json", b'{"schema": "sightline.backup/9", "files": {}}')
    with pytest.raises(SetupError, match="later version"):
        restore(empty, path)
    assert not files(empty.settings.home)


def refused(empty: Workbench, path: Path) -> None:
    with pytest.raises(InputError, match="Nothing was written"):
        restore(empty, path)
    assert not files(empty.settings.home)
    assert not list(path.parent.rglob("outside"))


def files(home: Path) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and path.suffix != ".lock"]
