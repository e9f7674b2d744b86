"""Which store a library has: by one setting, and none on a desk."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from core.errors import MissingExtra, SetupError
from core.library import Library
from core.library.file_stores import FileStore, open_files
from core.library.file_stores.bucket import Bucket
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.library.file_stores.machines import Machines

_DESK = """
import sys
from pathlib import Path
from core.settings import load_settings
from core.workbench import Workbench

bench = Workbench(load_settings(home=Path(sys.argv[1])))
sha = bench.library.add(b"Words of a desk.", "desk.txt").sha
bench.library.store_bytes(sha, "tokens", "key", b"tokens")
bench.library.delete(sha)
print(sorted({"obstore", "boto3", "sqlalchemy"} & set(sys.modules)))
"""


@pytest.mark.parametrize(
    "address",
    [
        "bucket",
        "https://bucket.example/files",
        "s3://",
        "s3:///prefix",
        "s3://KEY:SECRET@bucket",
        "s3://bucket/a?x=SECRET",
        "s3://bucket/../other",
        "s3://bucket/a b",
    ],
)
def test_an_address_that_is_none_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(SetupError, match=r"SIGHTLINE_FILES must be such as s3://") as raised:
        load_settings(files=address)
    assert "SECRET" not in str(raised.value)


def test_a_store_needs_a_database(home: Path) -> None:
    with pytest.raises(SetupError, match=r"SIGHTLINE_FILES.*Set SIGHTLINE_DATABASE"):
        open_files(load_settings(home=home, files="s3://bucket/prefix"))


def test_a_store_needs_its_package(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "core.library.file_stores.bucket")
    monkeypatch.setitem(sys.modules, "obstore", None)
    settings = load_settings(home=home, files="s3://bucket/prefix", database="sqlite://")
    with pytest.raises(MissingExtra, match=r"SIGHTLINE_FILES.*pip install '.\[s3\]'"):
        open_files(settings)


def test_a_desk_has_a_folder_and_loads_no_store(home: Path) -> None:
    assert type(open_files(load_settings(home=home))) is FileStore
    environment = {name: value for name, value in os.environ.items() if "SIGHTLINE" not in name}
    program = (sys.executable, "-c", _DESK, str(home))
    ended = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


def test_the_documents_of_a_folder_come_into_the_store_at_the_first_start(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = machines.settings("here")
    desk = Library(settings)
    shas = [desk.add(pdf_bytes([text]), f"{text}.pdf").sha for text in "ab"]
    desk.store_bytes(shas[0], "corrections", "by_hand.json", b"corrections")
    put, puts = Bucket.put, iter((True, True))

    def failing(self: Bucket, name: str, path: Path) -> None:
        if not next(puts, False):
            raise SetupError("The store is away.")
        put(self, name, path)

    with monkeypatch.context() as patch, pytest.raises(SetupError, match="away"):
        patch.setattr(Bucket, "put", failing)
        machines.library("here")
    there = machines.library("there")
    assert there.list() == ()
    here = machines.library("here")
    assert there.list() == here.list() == desk.list()
    for record in there.list():
        assert there.pdf_path(record.sha).read_bytes() == desk.pdf_path(record.sha).read_bytes()
    assert there.load_bytes(shas[0], "corrections", "by_hand.json") == b"corrections"
    before = machines.store.names()
    machines.library("here")
    assert machines.store.names() == before
    assert len(before) == 3
