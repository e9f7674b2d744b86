"""Machines that change the same thing at once: nothing is lost."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from core.errors import NotFound
from core.library import Library, editions
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.core.library.file_stores.machines import Machines

PDF = pdf_bytes(["First page."])
CORRECTIONS = ("corrections", "by_hand.json")
ROUNDS = 8


def on_both(machines: Machines, work: Callable[[Library, str], object]) -> None:
    """Does this on two machines at once, told which it is."""
    libraries = {name: machines.library(name) for name in ("here", "there")}
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(work, library, name) for name, library in libraries.items()]:
            done.result()


def test_corrections(any_machines: Machines) -> None:
    sha = any_machines.library("here").add(PDF, "ward.pdf").sha

    def work(library: Library, name: str) -> None:
        for number in range(ROUNDS):
            with library.correcting(sha):
                known = json.loads(library.load_bytes(sha, *CORRECTIONS) or b"[]")
                content = json.dumps([*known, f"{name}-{number}"]).encode()
                library.store_bytes(sha, *CORRECTIONS, content)

    on_both(any_machines, work)
    content = any_machines.library("third").load_bytes(sha, *CORRECTIONS)
    expected = {f"{name}-{number}" for name in ("here", "there") for number in range(ROUNDS)}
    assert set(json.loads(content or b"[]")) == expected


def test_editions(any_machines: Machines) -> None:
    sha = any_machines.library("here").add(PDF, "ward.pdf").sha

    def work(library: Library, name: str) -> None:
        for number in range(ROUNDS):
            field = "publisher" if name == "here" else "version"
            editions.confirm(library, sha, {field: f"{number}"})
            edition = library.get(sha).edition
            assert getattr(edition, field) == f"{number}"

    on_both(any_machines, work)
    edition = any_machines.library("third").get(sha).edition
    assert (edition.publisher, edition.version) == (f"{ROUNDS - 1}", f"{ROUNDS - 1}")


def test_adding_and_deleting_one_document(any_machines: Machines) -> None:
    def work(library: Library, name: str) -> None:
        for _ in range(3):
            with suppress(NotFound):  # the other one has deleted it since
                sha = library.add(PDF, f"{name}.pdf").sha
                assert library.fetch_all(sha) == {}
                if name == "here":
                    library.delete(sha)

    on_both(any_machines, work)
    library = any_machines.library("third")
    for record in library.list():
        assert library.pdf_path(record.sha).read_bytes() == PDF
    assert len(any_machines.store.names()) == len(library.list())
