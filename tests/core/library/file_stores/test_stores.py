"""The same behaviour of a library over each store of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import NotFound
from core.library import Library
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

ENCRYPTED = pdf_bytes(["Locked."], encryption=4, user_pw="secret", owner_pw="owner")
PDF = pdf_bytes(["First page.", "Second page."])


@pytest.fixture(params=["folder", "objects"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    """An empty library, of a desk or over a bucket."""
    if request.param == "folder":
        return Library(load_settings(home=tmp_path / "home"))
    return request.getfixturevalue("machines").library("home")


def test_results_are_files_or_folders_and_can_be_replaced(library: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha

    def fill(name: str, path: Path) -> None:
        path.mkdir()
        (path / name).write_text(name)

    for name in ("a", "b"):
        tree = library.store(sha, "sir", "key", lambda path, name=name: fill(name, path))
        assert [path.name for path in tree.iterdir()] == [name]
    library.store_bytes(sha, "sir", "key", b"a file")
    assert library.load_bytes(sha, "sir", "key") == b"a file"
    tree = library.store(sha, "sir", "key", lambda path: fill("c", path))
    assert [path.name for path in library.stage_path(sha, "sir", "key").iterdir()] == ["c"]
    assert library.load_bytes(sha, "sir", "other") is None


def test_a_result_that_fails_leaves_the_one_before(library: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    library.store_bytes(sha, "tokens", "key", b"before")

    def fail(path: Path) -> None:
        path.write_bytes(b"half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        library.store(sha, "tokens", "key", fail)
    assert library.load_bytes(sha, "tokens", "key") == b"before"


def test_results_of_a_deleted_document_are_not_kept(library: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    library.delete(sha)
    with pytest.raises(NotFound):
        library.store_bytes(sha, "tokens", "key", b"late")
    library.add(PDF, "ward.pdf")
    assert library.load_bytes(sha, "tokens", "key") is None


def test_what_was_prepared_of_a_document_comes_with_it(library: Library) -> None:
    def prepare(draft: Library, sha: str) -> None:
        draft.store_bytes(sha, "tokens", "key", b"prepared")

    sha = library.add(PDF, "ward.pdf", prepare=prepare).sha
    assert library.load_bytes(sha, "tokens", "key") == b"prepared"


def test_a_copy_that_opens_is_put_beside_an_encrypted_file(library: Library) -> None:
    record = library.add(ENCRYPTED, "ward.pdf", password="secret")
    assert library.pdf_path(record.sha).name == "working.pdf"
    assert library.mend(record.sha, password="secret").working_sha
    assert library.pdf_path(record.sha).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("size", [0, 1, 12_000_000])
def test_results_of_any_size_come_back(library: Library, size: int) -> None:
    sha, content = library.add(PDF, "ward.pdf").sha, bytes(range(251)) * (size // 251 + 1)
    library.store_bytes(sha, "tokens", "a key with ümlauts: x%2F", content[:size])
    (library.folder(sha) / "tokens" / "a key with ümlauts: x%2F").touch()  # a copy is fetched anew
    assert library.load_bytes(sha, "tokens", "a key with ümlauts: x%2F") == content[:size]
