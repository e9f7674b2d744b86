"""Corrections of a document of the library: kept, applied again, and nothing stale beside them."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import NotFound, SetupError
from core.parsing.corrections import lost_corrections
from core.parsing.stored_corrections import (
    FILE,
    STAGE,
    load_corrections,
    store_corrections,
)
from core.settings import load_settings
from core.sir import ElementType
from core.sir_io import to_json
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.sir import Sir

PAGES = (
    "Notes of the ward\nThe starting dose of calverin is 40 mg once a day.",
    "Patients should be seen every three months.",
)
RECIPE = Configuration("hierarchical", make_options("hierarchical", {"max_tokens": 128}))


@pytest.fixture
def workbench(tmp_path: Path) -> Workbench:
    return Workbench(load_settings(home=tmp_path))


@pytest.fixture
def document(workbench: Workbench) -> str:
    return workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha


def last_of(sir: Sir) -> str:
    """The id of the last paragraph."""
    return next(n.id for n in reversed(sir.nodes) if n.text.startswith("Patients"))


def kinds(sir: Sir) -> list[str]:
    return [node.type.value for node in sir.nodes if node.text.startswith("Patients")]


def test_a_correction_holds_when_the_library_is_opened_again(
    workbench: Workbench, document: str
) -> None:
    heading = ElementType.SECTION_HEADER
    sir = workbench.documents.correct(
        document, last_of(workbench.documents.sir(document)), heading, 2
    )
    assert kinds(sir) == ["section_header"]
    again = Workbench(workbench.settings)
    assert to_json(again.documents.sir(document)) == to_json(sir)
    assert [one.type for one in again.documents.corrections(document)] == [heading]


def test_a_correction_is_applied_to_the_tree_of_another_route(
    workbench: Workbench, document: str
) -> None:
    workbench.documents.correct(
        document, last_of(workbench.documents.sir(document)), ElementType.SECTION_HEADER, 1
    )
    workbench.documents.use_route(document, "semantic_flow")
    assert kinds(workbench.documents.sir(document)) == ["section_header"]
    assert not lost_corrections(workbench.documents.sir(document))


def test_chunks_and_indexes_follow_a_correction(workbench: Workbench, document: str) -> None:
    before = workbench.chunks.of(document, RECIPE)
    workbench.index.add([document], RECIPE)
    sir = workbench.documents.correct(
        document, last_of(workbench.documents.sir(document)), ElementType.PAGE_FOOTER
    )
    after = workbench.chunks.of(document, RECIPE)
    assert any("Patients" in chunk.content for chunk in before.chunks)
    assert not any("Patients" in chunk.content for chunk in after.chunks)
    assert after.sir is sir
    assert workbench.index.counts(RECIPE) == {}


def test_undo_gives_the_tree_of_the_parser_back(workbench: Workbench, document: str) -> None:
    before = to_json(workbench.documents.sir(document))
    workbench.documents.correct(document, last_of(workbench.documents.sir(document)), aside=True)
    assert kinds(workbench.documents.sir(document)) == ["paragraph"]
    assert to_json(workbench.documents.undo_correction(document, 0)) == before
    with pytest.raises(NotFound, match="undone"):
        workbench.documents.undo_correction(document, 0)


def test_corrections_made_at_the_same_time_are_all_kept(
    workbench: Workbench, document: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = ElementType.PARAGRAPH
    nodes = [node.id for node in workbench.documents.sir(document).nodes if node.type is kind]
    assert len(nodes) > 1

    def slowly(*arguments: Any) -> None:
        time.sleep(0.1)
        store_corrections(*arguments)

    monkeypatch.setattr("core.workbench.document_trees.store_corrections", slowly)
    with ThreadPoolExecutor(len(nodes)) as pool:
        list(
            pool.map(
                lambda node: workbench.documents.correct(document, node, ElementType.FOOTNOTE),
                nodes,
            )
        )
    assert len(workbench.documents.corrections(document)) == len(nodes)


SLOWLY = """
import sys, time
from pathlib import Path
from core.workbench import Workbench, document_trees
from core.settings import load_settings
from core.sir import ElementType

def slowly(*arguments):
    time.sleep(0.5)
    store(*arguments)

home, sha, node = sys.argv[1:]
bench, store = Workbench(load_settings(home=Path(home))), document_trees.store_corrections
document_trees.store_corrections = slowly
bench.documents.sir(sha)
print("ready", flush=True)
sys.stdin.readline()
bench.documents.correct(sha, node, ElementType.FOOTNOTE)
"""


def test_processes_that_correct_at_the_same_time_lose_nothing(
    workbench: Workbench, document: str
) -> None:
    kind = ElementType.PARAGRAPH
    nodes = [node.id for node in workbench.documents.sir(document).nodes if node.type is kind][:2]
    home = str(workbench.settings.home)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SLOWLY, home, document, node],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for node in nodes
    ]
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.wait() for process in processes] == [0, 0]
    assert len(workbench.documents.corrections(document)) == len(nodes) == 2


def test_an_element_that_is_not_there_cannot_be_corrected(
    workbench: Workbench, document: str
) -> None:
    with pytest.raises(NotFound, match="no such element"):
        workbench.documents.correct(document, "gone", ElementType.PARAGRAPH)


def test_the_tree_says_which_corrections_were_of_no_use(
    workbench: Workbench, document: str
) -> None:
    library = workbench.library
    workbench.documents.correct(document, last_of(workbench.documents.sir(document)), aside=True)
    (held,) = load_corrections(library, document)
    gone = held.model_copy(update={"place": held.place.model_copy(update={"text": "gone"})})
    store_corrections(library, document, [gone, held])
    assert lost_corrections(Workbench(workbench.settings).documents.sir(document)) == (0,)


def test_sentences_are_kept_under_the_tree_that_they_are_of(
    workbench: Workbench, document: str
) -> None:
    other = Workbench(workbench.settings)
    before = other.documents.sir(document)
    workbench.documents.correct(document, last_of(before), ElementType.PAGE_FOOTER)
    other.chunks.sentences(document, RECIPE.encoder)
    assert not workbench.chunks.has_sentences(document, RECIPE.encoder)


def test_damaged_corrections_are_named_and_kept(workbench: Workbench, document: str) -> None:
    library = workbench.library
    library.store_bytes(document, STAGE, FILE, b"[{")
    with pytest.raises(SetupError, match=FILE):
        load_corrections(library, document)
    assert library.load_bytes(document, STAGE, FILE) == b"[{"
