"""A whole ranked retrieval in libraries of 10^4 to 10^6 chunks: time, memory, recall.

python -m benchmarks.scale CHUNKS...: other sizes than the usual ones, as 1000000, which takes
about half an hour and 8 GB of a temporary folder.

Real documents are read, cut and embedded once. Each is then in the library many times over, as
documents of their own: a tenth of the words is another one, and vectors are turned by about 30
degrees.
"""

from __future__ import annotations

import itertools
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from benchmarks.figure import Figure
from benchmarks.report import table
from core.configuration import Configuration
from core.embedding import open_encoder
from core.embedding.base import WindowedVectors, unit_rows
from core.file_format import encode_model
from core.indexing.edge import EdgeBackend
from core.indexing.hybrid import ModelRecord, Search
from core.indexing.index_names import folder_name
from core.indexing.points import DENSE, points_of, revision_of
from core.indexing.search_text import index_items
from core.library.record import RECORD
from core.retrieval.chunk_words import ChunkWords, pack_words, unpack_words
from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.indexing.base import IndexItem

SIZES = (10_000, 100_000)
MILLION = 1_000_000
QUESTIONS = 40
ANSWERED = 10
"""Questions that are answered as well."""
NEAREST = 100
_ORIGINALS = 12
"""Documents that are read, at most."""
_EXCERPT = range(5, 15)
"""Pages of a real document that are read: some 100 chunks."""
_FOLDERS = ("mmdocir", "nice_ng243", "ohr")
_CHANGED = 0.1
"""Share of words that are others in a copy."""
_NOISE = 0.6
"""Length of the noise that is added to a vector of length 1: the cosine of both is 0.86."""
CONFIG = Configuration.default()
SAMPLES = Path(__file__).parents[1] / "sample_docs"


@dataclass(frozen=True)
class Original:
    """A document that is copied: its folder, items, windows, words and what these are read from."""

    sha: str
    folder: Path
    items: Sequence[IndexItem]
    windows: WindowedVectors
    words: ChunkWords
    source: str


@dataclass(frozen=True)
class Measured:
    """Milliseconds of each retrieval, without and with the texts, and of each answer; recalls."""

    ranked: list[float]
    with_text: list[float]
    answered: list[float]
    recall: list[float]
    anonymous_mb: float
    mapped_mb: float


class Nearest:
    """The vectors nearest to questions, found exactly while these go by."""

    def __init__(self, questions: NDArray[np.float32]) -> None:
        self._questions = questions
        self.found: list[list[tuple[float, tuple[str, str]]]] = [[] for _ in questions]

    def see(self, document: str, items: Sequence[IndexItem], windows: WindowedVectors) -> None:
        """Looks at the chunks of a document."""
        cosines = self._questions @ windows.vectors.T
        starts = np.searchsorted(windows.owner, np.arange(len(items)))
        for row, best in enumerate(np.maximum.reduceat(cosines, starts, axis=1)):
            keys = ((document, item.chunk_id) for item in items)
            joined = [*self.found[row], *zip(best.tolist(), keys, strict=True)]
            self.found[row] = sorted(joined, reverse=True)[:NEAREST]

    def keys(self) -> list[set[tuple[str, str]]]:
        """Document and chunk of the nearest ones, for each question."""
        return [{key for _, key in found} for found in self.found]


def run(data: Path | None) -> list[Figure]:
    """Figures of the usual sizes; of sample documents without data."""
    return measure(data, SIZES)


def measure(data: Path | None, sizes: Sequence[int]) -> list[Figure]:
    """Figures of libraries of so many chunks, one after the other."""
    files = list(itertools.islice(_excerpts(data), _ORIGINALS))
    return [figure for size in sizes for figure in _measure(files, size)]


def _measure(files: Sequence[bytes], size: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        questions, originals = _read(files, home)
        encoder = open_encoder()
        nearest = Nearest(np.array([encoder.encode_query(each) for each in questions]))
        started = time.perf_counter()
        documents = _fill(originals, size, home, nearest)
        seconds = time.perf_counter() - started
        disk = sum(each.stat().st_blocks * 512 for each in home.rglob("*") if each.is_file())
        # Another process, whose memory is that of an app.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            job = pool.submit(_searched, home, documents, questions, nearest.keys())
            return _figures(size, job.result(), seconds, disk / 2**20)


def _figures(size: int, measured: Measured, seconds: float, disk: float) -> list[Figure]:
    name = f"{size:,} chunks"
    how = (
        f"Answers.hits for {QUESTIONS} questions in all documents of a library of {size} chunks: "
        "embedding, both searches, words, pairs, pages"
    )
    first, last = np.percentile(measured.ranked, [50, 95])
    with_text, answered = (
        float(np.median(each)) for each in (measured.with_text, measured.answered)
    )
    recall = f"of the {NEAREST} nearest chunks by exact cosine, those the index finds"
    build = "written document by document as by the app, embedding left out"
    memory = "of the process that searches"
    return [
        Figure(f"retrieval in {name}", how, float(first), "ms", target=100, at_most=True),
        Figure(f"retrieval in {name}, 95 %", how, float(last), "ms", target=250, at_most=True),
        Figure(f"with texts in {name}", "Answers.retrieve, trees read from disk", with_text, "ms"),
        Figure(f"answer in {name}", "Answers.ask by rules, trees likewise", answered, "ms"),
        Figure(f"recall in {name}", recall, float(np.mean(measured.recall)), "", target=0.99),
        Figure(f"memory for {name}", memory, measured.anonymous_mb, "MB"),
        Figure(f"mapped files of {name}", memory, measured.mapped_mb, "MB"),
        Figure(f"writing {name}", build, seconds, "s"),
        Figure(f"disk for {name}", "index and library", disk, "MB"),
    ]


def _excerpts(data: Path | None) -> Iterator[bytes]:
    """Pages of the long documents of the real data; without any, the sample documents."""
    if data is None:
        yield from (path.read_bytes() for path in sorted(SAMPLES.glob("*_*.pdf")))
        return
    for path in sorted(path for name in _FOLDERS for path in (data / name).rglob("*.pdf")):
        with pymupdf.open(path) as file, pymupdf.open() as excerpt:
            if len(file) > _EXCERPT.stop:
                excerpt.insert_pdf(file, from_page=_EXCERPT.start, to_page=_EXCERPT.stop - 1)
                yield excerpt.tobytes()


def _read(files: Sequence[bytes], home: Path) -> tuple[list[str], list[Original]]:
    """Questions made of words of documents, and the documents, in a library below `home`."""
    bench, random = Workbench(load_settings(home=home)), np.random.default_rng(5)
    originals = [_original(bench, file) for file in files]
    bench.close()
    items = [item for each in originals for item in each.items]
    texts = [items[at].text.split() for at in random.integers(0, len(items), QUESTIONS)]
    return [" ".join(words[-12:-3] or words) for words in texts], originals


def _original(bench: Workbench, file: bytes) -> Original:
    """A document read, cut and embedded."""
    sha = bench.documents.add(file, "excerpt.pdf").sha
    result = bench.chunks.of(sha, CONFIG)
    bench.chunks.words(sha, CONFIG)
    bench.chunks.document_words(sha)
    items, folder = index_items(result), bench.library.folder(sha)
    windows = open_encoder().encode_windows([item.text for item in items])
    content = next(folder.glob("words/*")).read_bytes()
    source = json.loads(content.split(b"\n", 1)[0])["source"]
    words = unpack_words(content, source)
    assert words
    return Original(sha, folder, items, windows, words, source)


def _fill(originals: Sequence[Original], size: int, home: Path, nearest: Nearest) -> list[str]:
    """Copies of documents in library and index until there are `size` chunks; gives their ids."""
    random, made, documents = np.random.default_rng(3), 0, list[str]()
    encoder, bench = open_encoder(), Workbench(load_settings(home=home))
    backend = EdgeBackend(home / "index" / folder_name(CONFIG.variant))
    backend.create(ModelRecord(encoder.name, encoder.dimension))
    vocabulary = np.array(" ".join(i.text for each in originals for i in each.items).split())
    for number, original in enumerate(itertools.cycle(originals)):
        if made >= size:
            break
        document = sha256(f"{original.sha} {number}".encode()).hexdigest()
        _copy_folder(original, document, bench, random)
        items = [_changed(item, document, vocabulary, random) for item in original.items]
        windows = _turned(original.windows, random)
        nearest.see(document, items, windows)
        revision = revision_of(items)
        backend.replace(document, revision, points_of(items, revision, windows))
        documents.append(document)
        made += len(items)
    backend.close()
    return documents


def _copy_folder(
    original: Original, document: str, bench: Workbench, random: np.random.Generator
) -> None:
    target = original.folder.with_name(document)
    ignored = shutil.ignore_patterns("document.json", "words", "source.*")
    shutil.copytree(original.folder, target, copy_function=os.link, ignore=ignored)
    record = bench.library.get(original.sha).model_copy(update={"sha": document})
    (target / "document.json").write_bytes(encode_model(RECORD, record, 1))
    stems = original.words.stem
    others = np.where(random.random(len(stems)) < _CHANGED, random.permutation(stems), stems)
    (name,) = (path.name for path in original.folder.glob("words/*"))
    (target / "words").mkdir()
    content = pack_words(replace(original.words, stem=others), original.source)
    (target / "words" / name).write_bytes(content)


def _changed(
    item: IndexItem, document: str, vocabulary: NDArray[np.str_], random: np.random.Generator
) -> IndexItem:
    words = np.array(item.text.split(), object)
    places = np.flatnonzero(random.random(len(words)) < _CHANGED)
    words[places] = random.choice(vocabulary, len(places))
    return replace(item, document=document, text=" ".join(words.tolist()))


def _turned(windows: WindowedVectors, random: np.random.Generator) -> WindowedVectors:
    vectors = windows.vectors
    noise = random.normal(size=vectors.shape) * _NOISE / np.sqrt(vectors.shape[1])
    return replace(windows, vectors=unit_rows((vectors + noise).astype(np.float32)))


def _searched(
    home: Path,
    documents: Sequence[str],
    questions: Sequence[str],
    nearest: Sequence[set[tuple[str, str]]],
) -> Measured:
    """What searches take in a process that begins with them; the first question opens all."""
    bench = Workbench(load_settings(home=home))
    bench.answers.hits(questions[0], CONFIG, documents)
    ranked = [_ms(lambda q=q: bench.answers.hits(q, CONFIG, documents)) for q in questions]
    memory = _memory()
    full = [_ms(lambda q=q: bench.answers.retrieve(q, CONFIG, documents)) for q in questions]
    bench.answers.prepare()
    asked = partial(bench.answers.ask, config=CONFIG, documents=documents, by_model=False)
    answered = [_ms(lambda q=q: asked(q)) for q in questions[:ANSWERED]]
    bench.close()
    backend, encoder = EdgeBackend(home / "index" / folder_name(CONFIG.variant)), open_encoder()
    recall: list[float] = []
    for question, known in zip(questions, nearest, strict=True):
        search = Search(DENSE, encoder.encode_query(question).tolist(), NEAREST)
        found = {(point.document, point.chunk_id) for point in backend.ranked(search)}
        recall.append(len(found & known) / max(len(known), 1))
    backend.close()
    return Measured(ranked, full, answered, recall, *memory)


def _ms(search: object) -> float:
    assert callable(search)
    started = time.perf_counter()
    search()
    return (time.perf_counter() - started) * 1000


def _memory() -> tuple[float, float]:
    """Megabytes of this process that are its own, and that are files which can be read again."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0.0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    own, mapped = (int(lines[name].split()[0]) / 1024 for name in ("RssAnon", "RssFile"))
    return own, mapped


if __name__ == "__main__":
    folder = os.environ.get("SIGHTLINE_DATA")
    wanted = [int(size) for size in sys.argv[1:]] or [*SIZES, MILLION]
    print(table(measure(Path(folder) if folder else None, wanted)))
