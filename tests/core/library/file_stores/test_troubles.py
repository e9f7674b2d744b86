"""What goes wrong is said in words, without a key; what was fetched can still be read."""

from __future__ import annotations

import logging
import shutil
import traceback
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import DataDamaged, DiskFull, SetupError
from core.jobs.sandbox.environment import child_environment
from core.library.file_digests import forget_digests
from core.library.file_stores import bucket
from core.rights import OPERATOR, acting_as
from tests.builders import pdf_bytes
from tests.core.library.file_stores.machines import KEY, SECRET, Machines, damage_silently
from tests.disks import with_free
from tests.local_service import Said, local_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.library import Library

PDF = pdf_bytes(["First page."])
NOWHERE = "http://127.0.0.1:9"
REFUSAL = f"<Error><Code>InvalidAccessKeyId</Code><AWSAccessKeyId>{KEY}</AWSAccessKeyId></Error>"


@pytest.fixture(autouse=True)
def few_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be reached here will not be a moment later."""
    monkeypatch.setattr(bucket, "_RETRIES", 1)


@pytest.fixture
def refusing() -> Iterator[str]:
    """The address of a service that takes no key, and repeats it."""
    with local_service(lambda *_: Said(403, REFUSAL.encode())) as service:
        yield service.address


def in_full(error: BaseException) -> str:
    """All that a log of an error would say."""
    return "".join(traceback.format_exception(error))


def test_a_changed_object_is_refused_and_no_copy_is_made(machines: Machines) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    here.store_bytes(sha, "tokens", "key", b"tokens")
    machines.store.request("PUT", machines.store.of("source.pdf"), PDF[:-1] + b"x")
    machines.store.request("PUT", machines.store.of("tokens"), b"tokens and more")
    for read in (lambda: there.pdf_path(sha), lambda: there.load_bytes(sha, "tokens", "key")):
        with pytest.raises(DataDamaged, match=r"not what was put there.*SIGHTLINE_FILES"):
            read()
    assert not there.source_agrees(sha)
    assert [path for path in there.folder(sha).rglob("*") if path.is_file()] == []
    assert here.pdf_path(sha).read_bytes() == PDF


def test_a_changed_object_is_put_right_by_adding_the_file_again(machines: Machines) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    machines.store.request("PUT", machines.store.of("source.pdf"), b"x" * len(PDF))
    there.add(PDF, "again.pdf")
    assert machines.library("third").pdf_path(sha).read_bytes() == PDF


@pytest.mark.parametrize("stage", ["tokens", "words", "document_words", "sentences"])
def test_what_can_be_made_anew_is_where_the_store_has_lost_it(
    machines: Machines, stage: str
) -> None:
    config = Configuration("semantic", make_options("semantic", {}), encoder="hashing")
    here, there = machines.bench("here"), machines.bench("there")
    with acting_as(OPERATOR):
        sha = here.documents.add(PDF, "ward.pdf").sha
        words, known = here.chunks.words(sha, config), here.chunks.document_words(sha)
        name = machines.store.of(f"/{stage}/")
        machines.store.request("PUT", name, b"sneaky")
        assert there.chunks.words(sha, config).ids == words.ids
        assert there.chunks.document_words(sha) == known
        assert machines.bench("third").chunks.of(sha, config).chunks
    assert machines.library("fourth").fetch_all(sha) == {}


def test_an_object_that_is_gone_is_told(machines: Machines) -> None:
    sha = machines.library("here").add(PDF, "ward.pdf").sha
    machines.store.request("DELETE", machines.store.of("source.pdf"))
    with pytest.raises(DataDamaged, match="is gone"):
        machines.library("there").pdf_path(sha)


def test_without_the_store_copies_can_be_read(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    here = machines.library("here")
    sha = here.add(PDF, "ward.pdf").sha
    here.store_bytes(sha, "tokens", "key", b"tokens")
    monkeypatch.setenv("AWS_ENDPOINT_URL", NOWHERE)
    here, there = machines.library("here"), machines.library("there")
    assert here.pdf_path(sha).read_bytes() == PDF
    assert here.load_bytes(sha, "tokens", "key") == b"tokens"
    assert there.list() == here.list() != ()
    for work in (
        lambda: there.pdf_path(sha),
        lambda: there.source_agrees(sha),
        lambda: here.store_bytes(sha, "tokens", "key", b"new"),
        lambda: here.add(pdf_bytes(["Another."]), "other.pdf"),
    ):
        with pytest.raises(SetupError, match=r"SIGHTLINE_FILES.*cannot be reached") as raised:
            work()
        assert not any(word in in_full(raised.value) for word in (KEY, SECRET))
    assert here.load_bytes(sha, "tokens", "key") == b"tokens"
    assert [record.name for record in there.list()] == ["ward.pdf"]
    assert not any(word in caplog.text for word in (KEY, SECRET))


def test_a_document_can_be_deleted_without_the_store(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sha = machines.library("here").add(PDF, "ward.pdf").sha
    with monkeypatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", NOWHERE)
        machines.library("here").delete(sha)
    assert "still in the store" in caplog.text
    assert len(machines.store.names()) == 1
    machines.library("there")
    assert machines.store.names() == []


def test_a_key_that_is_refused_is_not_named(
    machines: Machines, refusing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = machines.library("here")
    monkeypatch.setenv("AWS_ENDPOINT_URL", refusing)
    library = machines.library("here")
    with pytest.raises(SetupError, match=r"the store refuses it.*AWS_ACCESS_KEY_ID") as raised:
        library.add(PDF, "ward.pdf")
    assert "SIGHTLINE_FILES" in str(raised.value)
    assert not any(word in in_full(raised.value) for word in (KEY, SECRET))


def test_a_bucket_that_is_missing_is_told(machines: Machines) -> None:
    machines.files = "s3://no-such-bucket/here"
    with pytest.raises(SetupError, match=r"SIGHTLINE_FILES.*no such bucket"):
        machines.library("here").add(PDF, "ward.pdf")
    assert machines.library("here").list() == ()


def test_http_must_be_allowed(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ALLOW_HTTP")
    with pytest.raises(SetupError, match="AWS_ALLOW_HTTP"):
        machines.library("here").add(PDF, "ward.pdf")


def test_a_full_disk_is_told(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    sha = machines.library("here").add(PDF, "ward.pdf").sha
    there = machines.library("there")
    with monkeypatch.context() as patch:
        with_free(patch, megabytes=0)
        with pytest.raises(DiskFull):
            there.pdf_path(sha)
    assert there.pdf_path(sha).read_bytes() == PDF


def test_a_copy_that_a_disk_has_changed_is_fetched_anew(machines: Machines) -> None:
    library = machines.library("here")
    sha = library.add(PDF, "ward.pdf").sha
    damage_silently(library.pdf_path(sha))
    forget_digests()
    assert library.pdf_path(sha).read_bytes() == PDF
    damage_silently(library.pdf_path(sha))
    forget_digests()
    assert library.source_agrees(sha)
    assert library.pdf_path(sha).read_bytes() == PDF
    machines.store.request("PUT", machines.store.of("source.pdf"), b"x" * len(PDF))
    damage_silently(library.pdf_path(sha))
    forget_digests()
    assert not library.source_agrees(sha)
    with pytest.raises(DataDamaged, match="not what was put there"):
        library.pdf_path(sha)
    library.add(PDF, "ward.pdf")
    assert library.pdf_path(sha).read_bytes() == PDF


def test_children_are_told_nothing_of_the_store(machines: Machines) -> None:
    assert "SIGHTLINE_FILES" not in child_environment()
    assert not any(name.startswith("AWS_") for name in child_environment())
    assert SECRET not in str(child_environment())


def test_a_copy_may_vanish_at_any_time(machines: Machines) -> None:
    library: Library = machines.library("here")
    sha = library.add(PDF, "ward.pdf").sha
    library.store_bytes(sha, "tokens", "key", b"tokens")
    shutil.rmtree(machines.folder / "here")
    assert library.load_bytes(sha, "tokens", "key") == b"tokens"
    with library.correcting(sha):
        library.store_bytes(sha, "corrections", "by_hand.json", b"new")
    assert library.describe_by_hand(sha, {"author": "Ada"}).by_hand == {"author": "Ada"}
    shutil.rmtree(machines.folder / "here")
    library.delete(sha)
    assert machines.store.names() == []
