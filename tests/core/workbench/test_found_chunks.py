"""Chunks of documents that are searched, kept on disk: one is read again without the others."""

from __future__ import annotations

from dataclasses import replace
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import assembly, make_options
from core.chunking import chunk as cut_document
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.serialization import pack_chunks
from core.configuration import Configuration
from core.settings import load_settings
from core.sir import ElementType
from core.workbench import Workbench, chunk_maker
from core.workbench.chunks import ChunkGone
from core.workbench.documents import Documents

if TYPE_CHECKING:
    from pathlib import Path

    from core.tokens import TokenStream

SAMPLE = "narrative.pdf"
CONFIG = Configuration.default()


@pytest.fixture
def found(two_samples: Path, tmp_path: Path) -> tuple[str, ChunkingResult, Chunk]:
    """A document in a library below `tmp_path`, and a chunk that was found in it."""
    copytree(two_samples, tmp_path, dirs_exist_ok=True)
    bench = Workbench(load_settings(home=tmp_path))
    sha = bench.library.find_id(SAMPLE)
    chunk = bench.chunks.of(sha, CONFIG).chunks[3]
    result, again = bench.chunks.found(sha, CONFIG, chunk.id)
    assert again is chunk
    bench.close()
    return sha, result, chunk


def test_a_found_chunk_is_read_again_without_the_others(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha, before, chunk = found
    made: list[int] = []
    make = assembly._chunk

    def noting(stream: TokenStream, index: int, *rest: Any) -> Chunk:
        made.append(index)
        return make(stream, index, *rest)

    def refuse(*_: object) -> ChunkingResult:
        raise AssertionError("a document was cut")

    monkeypatch.setattr(assembly, "_chunk", noting)
    monkeypatch.setattr(chunk_maker, "cut", refuse)
    bench = Workbench(load_settings(home=tmp_path))
    result, again = bench.chunks.found(sha, CONFIG, chunk.id)
    assert again == chunk
    assert made == [chunk.index]
    assert len(result.chunks) == len(before.chunks) > 1
    assert list(result.by_id) == list(before.by_id)
    assert result.chunks == before.chunks
    assert result.making == before.making
    bench.close()


def test_damaged_chunks_are_cut_anew(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path
) -> None:
    sha, before, chunk = found
    bench = Workbench(load_settings(home=tmp_path))
    (path,) = bench.library.folder(sha).glob("chunks/*")
    path.write_bytes(path.read_bytes()[:-20])
    result, again = bench.chunks.found(sha, CONFIG, chunk.id)
    assert again == chunk
    assert result.chunks == before.chunks
    bench.close()


def test_chunks_of_a_tree_before_a_correction_are_not_read(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path
) -> None:
    sha, before, _ = found
    bench = Workbench(load_settings(home=tmp_path))
    paragraph = next(node for node in bench.documents.sir(sha).nodes if len(node.text) > 100)
    bench.documents.correct(sha, paragraph.id, aside=True)
    after = bench.chunks.of(sha, CONFIG)
    bench.chunks.found(sha, CONFIG, after.chunks[0].id)
    assert len(list(bench.library.folder(sha).glob("chunks/*"))) == 2
    assert paragraph.text not in " ".join(chunk.content for chunk in after.chunks)
    assert after.chunks != before.chunks
    bench.close()
    again = Workbench(load_settings(home=tmp_path))
    assert again.chunks.found(sha, CONFIG, after.chunks[0].id)[0].chunks == after.chunks
    again.close()


def test_a_chunk_that_is_not_there_is_none(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path
) -> None:
    bench = Workbench(load_settings(home=tmp_path))
    with pytest.raises(ChunkGone, match=r"narrative\.pdf was changed"):
        bench.chunks.found(found[0], CONFIG, "0" * 16)
    bench.close()


def test_what_is_said_of_one_making_is_not_kept(two_samples: Path, tmp_path: Path) -> None:
    copytree(two_samples, tmp_path, dirs_exist_ok=True)
    bench = Workbench(load_settings(home=tmp_path))
    sha = bench.library.find_id(SAMPLE)
    rules = Configuration("topology", make_options("topology", {}))
    asked = replace(rules, model="gemini-2.5-flash")
    result = bench.chunks.of(sha, asked)
    assert "there is no key" in result.making.notices[-1]
    bench.chunks.found(sha, asked, result.chunks[0].id)
    bench.close()
    again = Workbench(load_settings(home=tmp_path))
    assert len(list(again.library.folder(sha).glob("chunks/*"))) == 1
    assert again.chunks.of(sha, asked).making.notices == result.making.notices
    assert again.chunks.of(sha, rules).making.notices == result.making.notices[:-1]
    again.close()


def test_chunks_of_a_tree_that_was_corrected_meanwhile_are_not_kept_as_those_of_today(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha, _, chunk = found
    bench = Workbench(load_settings(home=tmp_path))
    paragraph = next(node for node in bench.documents.sir(sha).nodes if len(node.text) > 100)
    load = bench.library.load_bytes

    def corrected_meanwhile(document: str, stage: str, key: str) -> bytes | None:
        content = load(document, stage, key)
        if stage == "chunks" and not bench.documents.corrections(sha):
            other = Workbench(load_settings(home=tmp_path))
            other.documents.correct(sha, paragraph.id, ElementType.SECTION_HEADER, 1)
            other.close()
        return content

    monkeypatch.setattr(bench.library, "load_bytes", corrected_meanwhile)
    bench.chunks.found(sha, CONFIG, chunk.id)
    bench.close()
    after = Workbench(load_settings(home=tmp_path))
    fresh = cut_document(
        ChunkSource(after.documents.stream(sha), none), "hierarchical", CONFIG.options
    )
    assert after.chunks.of(sha, CONFIG).chunks == fresh.chunks
    after.close()


def none() -> Sentences:
    raise AssertionError("no sentence is needed")


def test_chunks_are_kept_once_though_their_tree_left_the_memory(
    found: tuple[str, ChunkingResult, Chunk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha, _, chunk = found
    bench = Workbench(load_settings(home=tmp_path))
    (path,) = bench.library.folder(sha).glob("chunks/*")
    path.unlink()
    bench.chunks.of(sha, CONFIG)
    bench.documents.forget(sha)
    packed: list[object] = []
    monkeypatch.setattr(
        chunk_maker, "pack_chunks", lambda cut: packed.append(cut) or pack_chunks(cut)
    )
    monkeypatch.setattr(Documents, "named_stream", none)
    for _ in range(3):
        assert bench.chunks.found(sha, CONFIG, chunk.id)[1] == chunk
    assert len(packed) == 1
    assert path.exists()
    bench.close()
