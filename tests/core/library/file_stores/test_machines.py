"""Two machines with one library: what one does, the other sees."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from core.configuration import Configuration
from core.errors import NotFound
from core.rights import OPERATOR, acting_as
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.library.file_stores.machines import Machines

PDF = pdf_bytes(["First page.", "Second page."])


def test_results_come_back_whole_where_the_folder_was_deleted(machines: Machines) -> None:
    library = machines.library("here")
    sha = library.add(PDF, "ward.pdf").sha
    library.store_bytes(sha, "tokens", "key", b"tokens")

    def fill(folder: Path) -> None:
        (folder / "pages").mkdir(parents=True)
        (folder / "sir.json").write_bytes(b"{}")
        (folder / "pages" / "1.page").write_bytes(b"page")

    library.store(sha, "sir", "key", fill)
    shutil.rmtree(library.folder(sha))
    assert library.load_bytes(sha, "tokens", "key") == b"tokens"
    tree = library.stage_path(sha, "sir", "key")
    assert (tree / "sir.json").read_bytes() == b"{}"
    assert (tree / "pages" / "1.page").read_bytes() == b"page"
    assert library.pdf_path(sha).read_bytes() == PDF


def test_what_is_replaced_or_dropped_is_seen_at_once(any_machines: Machines) -> None:
    here, there = any_machines.library("here"), any_machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    for content in (b"old", b"new", b"one more"):
        here.store_bytes(sha, "corrections", "by_hand.json", content)
        assert there.load_bytes(sha, "corrections", "by_hand.json") == content
        assert here.load_bytes(sha, "corrections", "by_hand.json") == content
    there.drop(sha, "corrections", "by_hand.json")
    assert here.load_bytes(sha, "corrections", "by_hand.json") is None
    assert not (here.folder(sha) / "corrections").exists()


def test_each_file_is_one_object_and_none_is_left_over(machines: Machines) -> None:
    library = machines.library("here")
    sha = library.add(PDF, "ward.pdf").sha
    for content in (b"old", b"new"):
        library.store_bytes(sha, "native", "index.json", content)
    names = [name.rpartition("/")[0] for name in machines.store.names()]
    folder = f"of/sightline/documents/{sha}"
    assert names == [f"{folder}/native/index.json", f"{folder}/source.pdf"]
    library.delete(sha)
    assert machines.store.names() == []


def test_a_deleted_document_is_gone_on_the_other_machine(any_machines: Machines) -> None:
    here, there = any_machines.library("here"), any_machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    there.pdf_path(sha)
    here.delete(sha)
    assert there.list() == ()
    with pytest.raises(NotFound):
        there.pdf_path(sha)
    any_machines.library("there")
    assert not (any_machines.folder / "there" / "documents" / sha).exists()


def test_a_document_that_is_added_again_has_nothing_of_old_copies(machines: Machines) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    here.store_bytes(sha, "corrections", "by_hand.json", b"old")
    here.store_bytes(sha, "tokens", "key", b"old")
    assert there.fetch_all(sha) == {}
    here.delete(sha)
    here.add(PDF, "ward.pdf")
    here.store_bytes(sha, "tokens", "key", b"new")
    assert there.load_bytes(sha, "corrections", "by_hand.json") is None
    assert there.load_bytes(sha, "tokens", "key") == b"new"


def test_a_correction_on_one_machine_holds_at_once_in_the_memory_of_another(
    machines: Machines,
) -> None:
    text = b"# Dose\n\nAdults take five milligrams.\n\n# Storage\n\nKeep the tablets cold.\n"
    config = Configuration.default()
    with acting_as(OPERATOR):
        here, there = machines.bench("here"), machines.bench("there")
        sha = here.documents.add(text, "note.md").sha
        before = there.chunks.of(sha, config)
        assert before.sir.nodes == here.documents.sir(sha).nodes
        corrected = here.documents.correct(sha, before.sir.nodes[1].id, aside=True)
        assert there.documents.corrections(sha) == here.documents.corrections(sha) != ()
        assert there.documents.sir(sha).nodes == corrected.nodes != before.sir.nodes
        assert there.chunks.of(sha, config).sir.nodes == corrected.nodes
        there.documents.undo_correction(sha, 0)
        assert here.chunks.of(sha, config).sir.nodes == before.sir.nodes
        assert here.documents.sir(sha).nodes == before.sir.nodes


def test_at_one_moment_only_own_changes_are_seen(machines: Machines) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    other = here.add(pdf_bytes(["Another."]), "other.pdf").sha
    key = ("tokens", "key")
    for document in (sha, other):
        here.store_bytes(document, *key, b"first")
    assert there.load_bytes(sha, *key) == b"first"
    with there.at_one_moment(sha):
        here.store_bytes(sha, *key, b"second")
        here.store_bytes(other, *key, b"second")
        assert there.load_bytes(sha, *key) == b"first"
        assert there.load_bytes(other, *key) == b"second"
    assert there.load_bytes(sha, *key) == b"second"
    with there.at_one_moment(sha):
        there.store_bytes(sha, *key, b"third")
        assert there.load_bytes(sha, *key) == b"third"
    with here.at_one_moment(sha):
        there.store_bytes(sha, *key, b"fourth")
        shutil.rmtree(machines.folder / "here")
        assert here.load_bytes(sha, *key) == b"fourth"  # since the object of then is gone
    with there.at_one_moment(sha):
        there.drop(sha, *key)
        assert there.load_bytes(sha, *key) is None
