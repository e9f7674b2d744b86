"""The normalised JSON of a document, and the way back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

from core.chunking.heading_anchored import FEWEST, H3_FIRST
from core.errors import NotNative
from core.export.normalised_json import normalised_json, normalised_pages
from core.settings import load_settings
from core.sir import ElementType
from core.workbench import Workbench
from tests.builders import Block, aside, bullets, heading, sir_from_texts, table
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.tokens import TokenStream

FIELDS = ["page_number", "h1", "h2", "h3", "p", "list", "table", "blocks"]
LONG = "word " * 100


def blocks(pages: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [
        (block["type"], block["text"], block["page_number"])
        for page in pages
        for block in page["blocks"]
    ]


def test_every_kind_stands_in_its_field_and_in_the_blocks_in_reading_order() -> None:
    sir = sir_from_texts(
        [
            *(Block(ElementType.TITLE, "Guideline", 1), heading("Dose", 2), "Give 5 mg."),
            *(heading("Children", 3), bullets("one", "two"), heading("Small", 4)),
            *(heading("Tiny", 5), table([["age", "mg"], ["2", "5"]]), aside("page 1")),
            *(heading("Review", 2), heading("Adults", 3), "Later."),
        ]
    )
    (page,) = normalised_pages(sir)
    assert list(page) == FIELDS
    assert page["h1"] == ["Guideline", "Dose", "Review"]
    assert (page["h2"], page["h3"]) == (["Children", "Adults"], ["Small"])
    assert page["p"] == ["Give 5 mg.", "Tiny", "Later."], "there are three levels of headings"
    assert page["list"] == [["one", "two"]]
    assert page["table"] == [[["age", "mg"], ["2", "5"]]]
    assert [kind for kind, _, _ in blocks([page])] == [
        "h1", "h1", "p", "h2", "list", "h3", "p", "table", "h1", "h2", "p",
    ]  # fmt: skip
    assert ("list", "one\ntwo", 1) in blocks([page])
    assert ("table", "age\tmg\n2\t5", 1) in blocks([page])


def test_every_page_is_there_and_a_block_stands_where_it_begins() -> None:
    sir = sir_from_texts([heading("A"), LONG, LONG, LONG, heading("B"), "end"])
    pages = normalised_pages(sir)
    assert [page["page_number"] for page in pages] == [1, 2]
    assert [number for _, _, number in blocks(pages)] == [1, 1, 1, 1, 2, 2]


def test_no_character_of_the_flow_is_lost() -> None:
    texts = [
        "Pre\u00adface  x",
        heading("A"),
        bullets("• p", "2) q"),
        table([["r", ""], ["s\u2003t", "u"]]),
    ]
    sir = sir_from_texts(texts)
    flow = "".join("".join(node.text.split()) for node in sir.nodes[: sir.flow])
    found = "".join("".join(text.split()) for _, text, _ in blocks(normalised_pages(sir)))
    assert found == flow


@pytest.fixture
def bench(home: Path) -> Iterator[Workbench]:
    made = Workbench(load_settings(home=home, parse_workers=1))
    yield made
    made.close()


def guideline() -> bytes:
    """Main sections with subsections over two pages, a list and a large section."""
    lines = [
        *((16, "1 Dose"), (10, "Adults take five milligrams of calverine twice a day."), None),
        *((13, "1.1 Children"), (10, "Children take two milligrams in the evening only."), None),
        *((10, "• never with milk"), (10, "• never after midnight"), None),
        *((13, "1.2 Elderly"), (10, "Elderly persons take one milligram until review."), None),
        *((16, "2 Review"), (10, "Every patient is seen again after nine weeks at most."), None),
        *((13, "2.1 Blood"), (10, "Blood is taken before breakfast on that very morning."), None),
        *((16, "3 Dose"), (10, "The same words as above name another section here."), None),
    ]
    with pymupdf.open() as pdf:
        for part in (lines[:9], lines[9:]):
            page, top = pdf.new_page(), 80
            for line in part:
                top += 24
                if line:
                    page.insert_text((72, top), line[1], fontsize=line[0])
        return pdf.tobytes(no_new_id=True)


def groups(stream: TokenStream, order: str) -> list[str]:
    values = {"chunk_max_words_hint": 50, "split_order": order, "tokenizer": "words"}
    return [chunk.content for chunk in cut(stream, "heading_anchored", **values).chunks]


def test_what_is_exported_and_brought_back_gives_the_same_chunks(bench: Workbench) -> None:
    document = bench.documents.add(guideline(), "dose.pdf", by_model=False).sha
    before = bench.documents.stream(document)
    wanted = {order: groups(before, order) for order in (FEWEST, H3_FIRST)}
    assert len(wanted[FEWEST]) > 2
    exported = normalised_json(before.sir)
    bench.parsers.bring(document, "normalised", exported.encode(), "dose.json")
    bench.documents.use_route(document, "normalised")
    after = bench.documents.stream(document)
    assert {order: groups(after, order) for order in wanted} == wanted
    assert normalised_json(after.sir) == exported
    assert {after.sir.metadata[f"alignment_{name}"] for name in ("nowhere", "differing")} == {"0"}
    assert [
        after.sir.boxes(node) for node in range(1, after.sir.flow) if after.sir.nodes[node].text
    ]


def test_a_malformed_file_is_named_with_page_and_field(bench: Workbench) -> None:
    document = bench.documents.add(guideline(), "dose.pdf", by_model=False).sha
    content = json.dumps({"pages": [{"page_number": 2, "h2": "Review"}]}).encode()
    with pytest.raises(NotNative, match=r"dose\.json: .*Normalised JSON: .*\(page 2\), h2: a list"):
        bench.parsers.bring(document, "normalised", content, "dose.json")
    assert bench.parsers.outputs(document) == ()
