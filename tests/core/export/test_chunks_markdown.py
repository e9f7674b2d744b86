from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementEntry, SupplementKind
from core.export.chunks_markdown import chunk_markdown, chunks_markdown, escape
from core.sir import LISTING
from tests.builders import table
from tests.core.export.conftest import BLOCKS, DOSES

if TYPE_CHECKING:
    from tests.core.export.conftest import Make


def test_whole_rows_become_a_table(make: Make):
    text = chunks_markdown(make("hierarchical", max_tokens=256), "dose.pdf")
    assert "| Age | Dose |\n| --- | --- |\n| under 12 | 5 mg |\n| over 12 | 10 mg |" in text


def test_an_empty_cell_keeps_its_column(make: Make):
    blocks = [table([["Age", "", "Dose"], ["", "any", "5 mg"]])]
    text = chunks_markdown(make("hierarchical", blocks, max_tokens=256), "dose.pdf")
    assert "| Age |  | Dose |\n| --- | --- | --- |\n|  | any | 5 mg |" in text


def test_rows_without_the_first_have_an_empty_head(make: Make):
    rows = [["Age", "Dose"], *[[f"age {n}", f"{n} mg"] for n in range(20)]]
    result = make("recursive", [table(rows)], max_tokens=32, overlap=0.0)
    second = chunk_markdown(result, result.chunks[1])
    assert "|  |  |\n| --- | --- |\n| age" in second
    assert "Age" not in second


def test_a_row_that_a_chunk_cuts_is_not_shown_as_a_row(make: Make):
    long = " ".join(["word"] * 60)
    result = make("fixed", [table([["Age", long]])], max_tokens=32, overlap=0.0)
    assert len(result.chunks) > 1
    assert all("---" not in chunk_markdown(result, one) for one in result.chunks)


def test_a_listing_keeps_its_lines(make: Make):
    result = make("hierarchical", ["if x:\n    y = *z*"], max_tokens=64)
    result.sir.nodes[1].metadata[LISTING] = "yes"
    text = result.sir.nodes[1].text
    assert f"\n\n```\n{text}\n```\n" in chunk_markdown(result, result.chunks[0])


def test_list_items_have_one_sign_and_keep_their_text(make: Make):
    text = chunks_markdown(make("hierarchical", max_tokens=256), "dose.pdf")
    assert "- weigh the child\n" in text
    assert "- write the weight \\* dose down\n" in text


def test_the_head_of_a_chunk_says_where_it_stands_and_why(make: Make):
    result = make("hierarchical", max_tokens=48)
    one = next(one for one in result.chunks if "under 12" in one.content)
    text = chunk_markdown(result, one)
    assert text.startswith(f"## Chunk {one.index + 1}\n\n*1 Dose › 1.1 Children*\n")
    assert f"Page 1 · {one.token_count} tokens · `{one.id}`" in text
    assert escape(one.begins.reason) in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# not a heading", "\\# not a heading"),
        ("1. not a list", "1\\. not a list"),
        ("a | b", "a \\| b"),
        ("5 * 3 < 16 [x]", "5 \\* 3 \\< 16 \\[x\\]"),
        ("&lt; 5 mg & ~~7~~", "\\&lt; 5 mg & \\~\\~7\\~\\~"),
        ("two\nlines", "two lines"),
        ("12.5 mg", "12.5 mg"),
    ],
)
def test_what_markdown_would_read_as_its_own_is_escaped(text: str, shown: str):
    assert escape(text) == shown


def test_the_same_chunks_give_the_same_text(make: Make):
    first = chunks_markdown(make("fixed", BLOCKS, max_tokens=32), "dose.pdf")
    assert first == chunks_markdown(make("fixed", BLOCKS, max_tokens=32), "dose.pdf")
    assert all(cell in first for row in DOSES for cell in row)


def test_signature_and_supplement_stand_apart_from_the_content(make: Make):
    result = make("hierarchical", max_tokens=256)
    entry = SupplementEntry("this *dose*", SupplementKind.DEFINITION, 2, 0, 9)
    one = replace(result.chunks[0], signature="Dose of adults", supplement=(entry,))
    text = chunk_markdown(result, one)
    words = result.sir.nodes[2].text[:9]
    assert "\n> Signature: Dose of adults\n>\n> Context, definition of this " in text
    assert f"\\*dose\\*: {words}\n\n" in text
    assert "> " not in chunk_markdown(result, result.chunks[0])
    meant = replace(one, supplement=(replace(entry, meaning="*a dose*"),))
    assert f"\\*dose\\*: \\*a dose\\* — {words}\n\n" in chunk_markdown(result, meant)
