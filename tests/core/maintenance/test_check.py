"""A check of the data folder names every damaged file, and repairs what can be made anew."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.adopted import adopt
from core.errors import Cancelled, DataDamaged
from core.evaluation.questions.base import Question
from core.evaluation.questions.store import QuestionStore
from core.llm.ledger import Call, Ledger
from core.maintenance import check
from core.settings import load_settings
from core.settings_changes import save_settings
from core.sir import ElementType
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

PAGES = ("Notes of the ward\nThe starting dose is 40 mg.", "Patients are seen every month.")
RECIPE = Configuration("recursive", make_options("recursive", {"max_tokens": 64}))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("check") / "home"
    bench = Workbench(load_settings(home=home))
    sha = bench.documents.add(pdf_bytes(PAGES), "ward.pdf").sha
    nodes = [
        node.id for node in bench.documents.sir(sha).nodes if node.type is ElementType.PARAGRAPH
    ]
    for node in nodes[:2]:
        bench.documents.correct(sha, node, ElementType.FOOTNOTE)
    bench.chunks.words(sha, RECIPE)
    bench.chunks.document_words(sha)
    bench.chunks.sentences(sha, "hashing")
    QuestionStore(home).create("Ward", [Question(text="Which dose?")])
    adopt(bench.settings, RECIPE)
    save_settings(bench.settings, {"max_pages": 77})
    for _ in range(2):
        Ledger(home).note(Call(at=1.0, model="m", stage="s"))
    return home


@pytest.fixture
def bench(filled: Path, tmp_path: Path) -> Workbench:
    shutil.copytree(filled, tmp_path / "home")
    return Workbench(load_settings(home=tmp_path / "home"))


def test_a_sound_data_folder_has_no_damage(bench: Workbench) -> None:
    seen: list[tuple[int, int]] = []
    assert check(bench, lambda done, total: seen.append((done, total))) == ()
    assert seen[-1][0] == seen[-1][1]


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 5])


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 2
    path.write_bytes(content)


REPAIRED = [
    "documents/*/document.json",
    "documents/*/corrections/by_hand.json",
    "documents/*/sir/*/sir.json",
    "documents/*/sir/*/tables.npz",
    "documents/*/tokens/*",
    "documents/*/sentences/*",
    "documents/*/words/*",
    "documents/*/document_words/*",
    "documents/*/seconds/*",
    "documents/*/inspection/*",
    "model-calls.jsonl",
]


@pytest.mark.parametrize("damage", [emptied, cut, flipped])
def test_damage_is_found_and_repaired(bench: Workbench, damage: Callable[[Path], None]) -> None:
    paths = {next(bench.settings.home.glob(pattern)) for pattern in REPAIRED}
    for path in paths:
        damage(path)
    opened = Workbench(bench.settings)
    findings = check(opened)
    assert {finding.path for finding in findings} >= {
        path.parent if path.name in ("sir.json", "tables.npz") else path
        for path in paths
        if path.name != "model-calls.jsonl" or damage is not emptied
    }
    assert all(finding.repairable and not finding.repaired for finding in findings)
    assert check(opened) == findings, "a check alone repairs nothing"
    assert all(finding.repaired for finding in check(opened, repair=True))
    assert check(opened) == ()
    (record,) = opened.library.list()
    assert len(opened.documents.sir(record.sha).nodes) > 2


@pytest.mark.parametrize(
    "pattern",
    ["documents/*/document.json", "documents/*/sir/*/sir.json", "documents/*/sir/*/tables.npz"],
)
def test_a_file_that_is_gone_is_missed_and_made_anew(bench: Workbench, pattern: str) -> None:
    (sha,) = bench.library.ids()
    nodes = bench.documents.sir(sha).nodes
    path = next(bench.settings.home.glob(pattern))
    path.unlink()
    opened = Workbench(bench.settings)
    places = {finding.path for finding in check(opened)}
    assert places & {path, path.parent}
    assert all(finding.repaired for finding in check(opened, repair=True))
    assert check(opened) == ()
    assert [node.text for node in opened.documents.sir(sha).nodes] == [node.text for node in nodes]


@pytest.mark.parametrize("damage", [emptied, cut, Path.unlink])
def test_a_changed_file_remains_damaged_until_it_is_added_again(
    bench: Workbench, damage: Callable[[Path], None]
) -> None:
    (record,) = bench.library.list()
    damage(bench.library.folder(record.sha) / "source.pdf")
    (finding,) = check(bench, repair=True)
    assert not finding.repaired
    assert "Add the original file again" in finding.next_step
    bench.documents.add(pdf_bytes(PAGES), "ward.pdf")
    assert check(bench) == ()
    assert len(bench.documents.corrections(record.sha)) == 2


@pytest.mark.parametrize("damage", [emptied, cut, flipped])
def test_a_damaged_question_set_is_named_and_left_to_people(
    bench: Workbench, damage: Callable[[Path], None]
) -> None:
    path = next(bench.settings.home.glob("evaluation/questions/*.json"))
    damage(path)
    content = path.read_bytes()
    (finding,) = check(bench, repair=True)
    assert (finding.path, finding.repaired) == (path, "")
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["recipe.json", "settings.json"])
def test_a_damaged_choice_is_put_aside(bench: Workbench, name: str) -> None:
    path = bench.settings.home / name
    cut(path)
    content = path.read_bytes()
    (finding,) = check(bench, repair=True)
    assert f"{name}.damaged" in finding.repaired
    assert path.with_name(f"{name}.damaged").read_bytes() == content
    assert not path.exists()


@pytest.mark.parametrize("damage", [emptied, cut, flipped, Path.unlink])
def test_damaged_corrections_are_never_taken_for_none(
    bench: Workbench, damage: Callable[[Path], None]
) -> None:
    (record,) = bench.library.list()
    damage(next(bench.settings.home.glob("documents/*/corrections/by_hand.json")))
    opened = Workbench(bench.settings)
    with pytest.raises(DataDamaged, match=r"by_hand\.json.*check --repair"):
        opened.documents.sir(record.sha)
    assert all(finding.repaired for finding in check(opened, repair=True))
    opened.documents.corrections(record.sha)


def test_corrections_before_a_cut_are_kept(bench: Workbench) -> None:
    (record,) = bench.library.list()
    before = bench.documents.corrections(record.sha)
    path = next(bench.settings.home.glob("documents/*/corrections/by_hand.json"))
    path.write_bytes(path.read_bytes()[:-30])
    (finding,) = check(bench, repair=True)
    assert finding.repaired.startswith("The damaged file is kept as by_hand.json.damaged. 1 corr")
    assert bench.documents.corrections(record.sha) == before[:1]


@pytest.mark.parametrize(
    "pattern",
    [
        "documents/*/document.json",
        "documents/*/corrections/by_hand.json",
        "documents/*/inspection/*",
        "documents/*/sir/*/sir.json",
        "evaluation/questions/*.json",
        "recipe.json",
        "settings.json",
    ],
)
def test_what_a_later_version_wrote_is_named_and_left_alone(bench: Workbench, pattern: str) -> None:
    path = next(bench.settings.home.glob(pattern))
    name = path.read_bytes().split(b'"')[3].partition(b"/")[0]
    content = b'{"schema": "' + name + b'/42", "all": "new"}'
    path.write_bytes(content)
    findings = check(bench, repair=True)
    assert findings
    assert not any(finding.repaired for finding in findings)
    assert all("later version" in finding.problem for finding in findings)
    assert path.read_bytes() == content


def test_a_check_can_be_stopped(bench: Workbench) -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled("stop")

    with pytest.raises(Cancelled):
        check(bench, stop)
