"""A folder as one file: it comes back whole, and nothing leads out of it."""

from __future__ import annotations

import io
import os
import tarfile
from typing import TYPE_CHECKING

import pytest

from core.errors import DataDamaged
from core.library.file_stores.folder_archive import pack_folder, unpack_folder

if TYPE_CHECKING:
    from pathlib import Path


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    """A member of an archive with ten bytes, if it is a file."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    info.size = 10 if kind == tarfile.REGTYPE else 0
    return info


def archive(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as made:
        for info in members:
            made.addfile(info, io.BytesIO(bytes(info.size)))
    return path


def test_a_folder_comes_back_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "pages" / "empty").mkdir(parents=True)
    (folder / "sir.json").write_bytes(b"tree")
    (folder / "pages" / "1 ä.page").write_bytes(os.urandom(100_000))
    (folder / "one.lock").write_bytes(b"")
    pack_folder(folder, tmp_path / "made.tar")
    unpack_folder(tmp_path / "made.tar", tmp_path / "again")
    before, after = (
        {path.relative_to(at): path.read_bytes() for path in at.rglob("*") if path.is_file()}
        for at in (folder, tmp_path / "again")
    )
    assert {**after, (folder / "one.lock").relative_to(folder): b""} == before
    assert (tmp_path / "again" / "pages" / "empty").is_dir()


@pytest.mark.parametrize(
    "bad",
    [
        member("../out"),
        member("a/../../out"),
        member("/out"),
        member("a\\out"),
        member("link", tarfile.SYMTYPE, "/etc/passwd"),
        member("link", tarfile.LNKTYPE, "good"),
        member("pipe", tarfile.FIFOTYPE),
        member("device", tarfile.CHRTYPE),
    ],
    ids=lambda info: f"{info.name}-{info.type!r}",
)
def test_what_does_not_belong_into_one_is_refused(bad: tarfile.TarInfo, tmp_path: Path) -> None:
    path = archive(tmp_path / "made.tar", member("good"), bad)
    before = set(tmp_path.iterdir())
    with pytest.raises(DataDamaged):
        unpack_folder(path, tmp_path / "made")
    assert set(tmp_path.iterdir()) == {*before, tmp_path / "made"}
    assert not list((tmp_path / "made").rglob("out"))


def test_one_whose_files_would_be_larger_than_itself_is_refused(tmp_path: Path) -> None:
    info = member("sparse")
    info.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.name": "sparse",
        "GNU.sparse.realsize": str(1 << 40),
    }
    info.size = 512
    content = b"1\n1099511627775\n1\n".ljust(512, b"\0")
    with tarfile.open(tmp_path / "made.tar", "w", format=tarfile.PAX_FORMAT) as made:
        made.addfile(info, io.BytesIO(content))
    with pytest.raises(DataDamaged, match="larger than itself"):
        unpack_folder(tmp_path / "made.tar", tmp_path / "made")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "made.tar").write_bytes(b"no archive" * 100)
    with pytest.raises(DataDamaged):
        unpack_folder(tmp_path / "made.tar", tmp_path / "made")
