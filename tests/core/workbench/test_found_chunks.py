"""Chunks of documents that are searched, kept on disk: one is read again without the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import assembly
from core.configuration import Configuration
from core.settings import load_settings
from core.workbench import Workbench
from core.workbench import chunks as workbench_chunks

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult
    from core.tokens import TokenStream

SAMPLE = Path(__file__).parents[3] / "sample_docs" / "narrative.pdf"
CONFIG = Configuration.default()


@pytest.fixture
def found(tmp_path: Path) -> tuple[str, ChunkingResult, Chunk]:
    """A document in a library below `tmp_path`, and a chunk that was found in it."""
    bench = Workbench(load_settings(home=tmp_path))
    sha = bench.documents.add(SAMPLE, SAMPLE.name).sha
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
    monkeypatch.setattr(workbench_chunks, "cut", refuse)
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
    with pytest.raises(KeyError):
        bench.chunks.found(found[0], CONFIG, "0" * 16)
    bench.close()
