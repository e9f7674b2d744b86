"""Readings by other parsers: brought, used, replaced, refused, and run."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core import parsing
from core.errors import (
    Cancelled,
    DataDamaged,
    InvalidOption,
    NotFound,
    NotNative,
    SetupError,
    TooLarge,
)
from core.export.sir_json import structure_json
from core.parsing import adapters
from core.parsing.adapters.markdown import ADAPTER
from core.parsing.native_files import make_native_file, note_native
from core.settings import load_settings
from core.sir import ElementType, Location
from core.sir_io import load
from core.workbench import Workbench
from tests.core.parsing.papers import PROSE, Paper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.parsing.adapters.base import RunOptions, Source
    from core.progress import Progress

_TEXT = " ".join(PROSE)
MARKDOWN = f"# On evidence\n\n{_TEXT}\n\n- It was late.\n"


@pytest.fixture
def bench(home: Path) -> Iterator[Workbench]:
    made = Workbench(load_settings(home=home, parse_workers=1))
    yield made
    made.close()


@pytest.fixture
def document(bench: Workbench) -> str:
    paper = Paper()
    paper.write("On evidence", 72, 80, size=18)
    paper.write("It was late.", 72, paper.prose(72, 120) + 20)
    record = bench.documents.add(paper.pdf.tobytes(), "paper.pdf", by_model=False)
    return record.sha


def files(bench: Workbench, document: str) -> set[str]:
    folder = bench.library.stage_path(document, "native", "x").parent
    return {path.name for path in folder.glob("*")} if folder.exists() else set()


def test_an_output_is_a_reading_beside_ours_and_can_be_the_documents_own(
    bench: Workbench, document: str
):
    before = bench.documents.tree_key(document)
    sir = bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "paper.md")
    assert [node.type for node in sir.nodes[1:]] == [
        ElementType.SECTION_HEADER,
        ElementType.PARAGRAPH,
        ElementType.LIST,
        ElementType.LIST_ITEM,
    ]
    assert sir.nodes[2].text == _TEXT
    assert len(sir.line_boxes(sir.words_between(2, 0, len(_TEXT)))) == len(PROSE)
    assert {sir.metadata[f"alignment_{name}"] for name in ("nowhere", "differing")} == {"0"}
    assert bench.documents.tree_key(document) == before
    (kept,) = bench.parsers.outputs(document)
    assert (kept.parser, kept.name, kept.run) == ("markdown", "paper.md", False)

    record = bench.documents.use_route(document, "markdown")
    assert record.parse is not None
    assert (record.parse.parser, record.parse.warnings) == ("markdown", ())
    assert bench.documents.sir(document).nodes[1].text == "On evidence"
    assert structure_json(bench.documents.stream(document))["nodes"][2]["text"] == _TEXT


def test_what_stands_nowhere_is_told_in_the_record(bench: Workbench, document: str):
    invented = MARKDOWN + "\nAll members of the board resigned on the following Tuesday.\n"
    bench.parsers.bring(document, "markdown", invented.encode(), "paper.md")
    record = bench.documents.use_route(document, "markdown")
    assert record.parse is not None
    assert record.parse.warnings == ("1 of 4 sentences stands nowhere on the pages.",)


def test_a_newer_output_takes_the_place_and_the_tree_in_use_stays(bench: Workbench, document: str):
    bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "old.md")
    bench.documents.use_route(document, "markdown")
    key = bench.documents.tree_key(document)
    newer = MARKDOWN.replace("# On", "## On")
    bench.parsers.bring(document, "markdown", newer.encode(), "new.md")
    assert [kept.name for kept in bench.parsers.outputs(document)] == ["new.md"]
    assert bench.documents.tree_key(document) == key
    assert bench.documents.sir(document).nodes[1].level == 1
    bench.documents.use_route(document, "markdown")
    assert bench.documents.sir(document).nodes[1].level == 2


@pytest.mark.parametrize(
    ("parser", "content", "error", "words"),
    [
        ("docling", b'{"schema_name": "DoclingDocument", "bo', NotNative, "Docling"),
        ("docling", b"[]", NotNative, "Docling"),
        ("markdown", b"", NotNative, "Markdown"),
        # A result of another PDF.
        (
            "markdown",
            b"Quite another book: whales swim below ships while sailors sing of harbours far away.",
            NotNative,
            "this very file",
        ),
    ],
)
def test_what_cannot_be_read_leaves_nothing(
    bench: Workbench, document: str, parser: str, content: bytes, error: type[Exception], words: str
):
    bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "good.md")
    before = files(bench, document)
    with pytest.raises(error, match=words) as raised:
        bench.parsers.bring(document, parser, content, "bad")
    assert "paper.pdf" in str(raised.value)
    assert files(bench, document) == before
    assert [kept.name for kept in bench.parsers.outputs(document)] == ["good.md"]


def test_stopping_leaves_nothing(bench: Workbench, document: str):
    def stop(done: int, total: int) -> None:
        raise Cancelled("stop")

    with pytest.raises(Cancelled):
        bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "paper.md", stop)
    assert files(bench, document) == set()


def test_stopping_keeps_the_output_that_a_tree_is_of(bench: Workbench, document: str):
    bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "old.md")
    bench.documents.use_route(document, "markdown")
    bench.parsers.bring(document, "markdown", MARKDOWN.replace("# On", "## On").encode(), "new.md")
    before = files(bench, document)
    bench.library.drop(document, "sir", _tree_of(bench, document))

    def stop(done: int, total: int) -> None:
        raise Cancelled("stop")

    with pytest.raises(Cancelled):
        bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "old.md", stop)
    assert files(bench, document) == before


def _tree_of(bench: Workbench, document: str) -> str:
    """The name under which the tree is kept that the document has."""
    folder = bench.library.stage_path(document, "sir", "x").parent
    used = [
        path.name
        for path in folder.iterdir()
        if path.name.startswith("markdown") and load(path).nodes[1].level == 1
    ]
    (name,) = used
    return name


def test_an_output_that_is_gone_is_told_and_not_the_document_blamed(
    bench: Workbench, document: str
):
    bench.parsers.bring(document, "markdown", MARKDOWN.encode(), "paper.md")
    (name,) = files(bench, document) - {"index.json"}
    bench.library.drop(document, "sir", _tree_of(bench, document))
    bench.library.drop(document, "native", name)
    with pytest.raises(DataDamaged, match=f"{name}.*again"):
        bench.documents.use_route(document, "markdown")


def test_outputs_noted_at_the_same_time_are_all_kept(bench: Workbench, document: str):
    names = [f"parser-{at}" for at in range(12)]
    with ThreadPoolExecutor(len(names)) as pool:
        noted = [
            pool.submit(note_native, bench.library, document, make_native_file(name, b"x", name))
            for name in names
        ]
        for each in noted:
            each.result()
    assert sorted(kept.parser for kept in bench.parsers.outputs(document)) == sorted(names)


def test_a_parser_without_output_says_how_to_bring_one(bench: Workbench, document: str):
    with pytest.raises(NotFound, match="--parsed-by docling --native"):
        bench.documents.use_route(document, "docling")
    with pytest.raises(SetupError, match="Markdown"):
        bench.parsers.run(document, "markdown")


def test_options_of_another_parser_are_refused(bench: Workbench, document: str):
    with pytest.raises(InvalidOption, match="docling takes DoclingOptions"):
        bench.parsers.run(document, "docling", ADAPTER.options())


def test_a_file_over_the_limit_is_refused(home: Path, document: str):
    small = Workbench(load_settings(home=home, max_upload_mb=1))
    with pytest.raises(TooLarge, match=r"big\.md"):
        small.parsers.bring(document, "markdown", b"x" * (1024 * 1024 + 1), "big.md")


def test_another_package_can_bring_a_parser_and_run_it(
    bench: Workbench, document: str, monkeypatch: pytest.MonkeyPatch
):
    seen = []

    def run(source: Source, options: RunOptions, progress: Progress | None):
        seen.append((source.path.read_bytes()[:5], source.name, len(source.pages)))
        return MARKDOWN.encode()

    brought = replace(
        ADAPTER, name="theirs", title="Theirs", run=run, missing=lambda _: "", price=lambda *_: 0.5
    )
    monkeypatch.setattr("tests.core.workbench.test_other_parsers.THEIRS", brought, raising=False)
    path = "tests.core.workbench.test_other_parsers:THEIRS"
    monkeypatch.setattr(adapters, "_brought", lambda: {"theirs": path, "broken": "json:nothing"})
    sir = adapters.get_adapter("theirs").convert(MARKDOWN.encode(), [])
    assert sir.elements[0].text == "On evidence"
    content = adapters.get_adapter("theirs").run(
        adapters_source(bench, document), ADAPTER.options(), None
    )
    assert content == MARKDOWN.encode()
    assert seen == [(b"%PDF-", "paper.pdf", 1)]
    assert parsing.is_parser("theirs")
    with pytest.raises(parsing.InvalidOption, match="broken"):
        adapters.get_adapter("broken")


def adapters_source(bench: Workbench, document: str) -> Source:
    from core.parsing.adapters.base import Source

    record = bench.library.get(document)
    return Source(bench.library.pdf_path(document), record.name, record.pages)


def test_places_of_a_reading_are_kept_and_an_older_tree_knows_them_by_its_nodes(
    bench: Workbench, document: str
):
    from core.sir_io import from_json, to_json

    spelt = MARKDOWN.replace("committee", "committe")
    sir = bench.parsers.bring(document, "markdown", spelt.encode(), "paper.md")
    known = {location for _, location in sir.placed_lines(sir.words_between(2, 0, 99))}
    assert known == {Location.EXACT, Location.ALIGNED}
    content = json.loads(json.dumps(to_json(sir)))
    again = from_json(content)
    assert again.placed_lines(again.words_between(2, 0, 99)) == sir.placed_lines(
        sir.words_between(2, 0, 99)
    )
    del content["tables"]["lines.location"]
    older = from_json(content)
    assert {at for _, at in older.placed_lines(older.words_between(2, 0, 99))} == {Location.ALIGNED}
