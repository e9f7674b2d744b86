"""What several adapters share: JSON of others, Markdown of models, places in grids, calls."""

from __future__ import annotations

import time

import pytest
from pydantic import SecretStr

from core.errors import (
    Cancelled,
    KeyRefused,
    LimitReached,
    ModelUnreachable,
    NotNative,
    QuotaSpent,
    ReplyUnusable,
    SetupError,
)
from core.geometry import BoundingBox
from core.parsing.adapters.caption_links import link_captions
from core.parsing.adapters.json_values import loaded, number, string, whole
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.markdown_text import plain
from core.parsing.adapters.native import NativeElement
from core.parsing.adapters.page_frames import PageFrames
from core.parsing.adapters.service import Service
from core.parsing.adapters.service_calls import Calls
from core.parsing.adapters.tables import html_cells
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import plain_pages
from tests.growth import assert_time_grows_with
from tests.local_service import Asked, Said, local_service

KEY = "key-that-is-secret"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"[" * 300 + b"]" * 300]
)
def test_what_is_no_json_or_a_bomb_is_not_native(content: bytes):
    with pytest.raises(NotNative, match=r"Probe.*\.$"):
        loaded(content, "Probe")


def test_values_are_taken_only_as_what_they_should_be():
    assert [number(value) for value in (1, "2.5", None, True, "x", float("nan"), 10**400)] == [
        1.0, 2.5, None, None, None, None, None,
    ]  # fmt: skip
    assert [whole(value) for value in ("7", 7.5, "x")] == [7, None, None]
    assert string("a\0\ud800b") == "a  b"
    assert string(["a"]) == ""


def test_markdown_keeps_numbers_nests_lists_and_reads_tables_and_formulas():
    blocks = markdown_blocks(
        "## 2.1 *Dose*\n\n1999. A year\nthat ends\n\n- a\n  - b\n    more\n- c\n\n"
        "| x | y |\n|---|---|\n| 1 | 2 |\n\n$$\nE = mc^2\n$$\n\nlast **word**"
    )
    kinds = [block.type for block in blocks]
    assert kinds == [
        ElementType.SECTION_HEADER, ElementType.PARAGRAPH, ElementType.LIST, ElementType.TABLE,
        ElementType.FORMULA, ElementType.PARAGRAPH,
    ]  # fmt: skip
    assert (blocks[0].text, blocks[0].level) == ("2.1 Dose", 2)
    assert blocks[1].text == "1999. A year that ends"
    assert [item.text for item in blocks[2].children] == ["a", "c"]
    assert [item.text for item in blocks[2].children[0].walk()] == ["a", "", "b more"]
    assert blocks[3].children[0].children[0].metadata["header"] == "true"
    assert blocks[4].text == "E = mc^2"
    assert blocks[5].text == "last word"


def test_emphasis_goes_and_lines_to_write_on_stay():
    assert (
        plain("__A__ **b** from_____ to _____ my__name__is")
        == "A b from_____ to _____ my__name__is"
    )


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("before", "repeated", "after"),
    [("", " *a", ""), ("", "[[", ""), ("- a\n", "b\nb\n", ""), ("| ", " " * 3, "x")],
)
def test_markdown_without_end_takes_no_time_without_end(before: str, repeated: str, after: str):
    def read(size: int) -> None:
        markdown = before + repeated * size + after
        plain(markdown)
        markdown_blocks(markdown)

    assert_time_grows_with(800, read)


@pytest.mark.timeout(60)
def test_spans_without_end_take_no_time_without_end():
    row = "<tr><td rowspan=1000 colspan=1000>x</td></tr>"
    assert len(html_cells(f"<table>{row * 2000}</table>")) == 2000
    assert html_cells("<table><tr><td>" + "<div>" * 100_000) == []
    assert html_cells(f"<table><tr><td rowspan={'9' * 5000}>x</td></tr></table>")[0].rows == 1000


def test_cells_below_a_spanning_one_move_to_the_next_free_column():
    cells = html_cells(
        "<table><tr><td rowspan=2 colspan=2>a</td><td>b</td></tr><tr><td>c</td></tr>"
        "<tr><td>d</td></tr></table>"
    )
    places = [(cell.row, cell.column, cell.text) for cell in cells]
    assert places == [(0, 0, "a"), (0, 2, "b"), (1, 2, "c"), (2, 0, "d")]


def test_a_picture_of_another_shape_than_the_page_does_not_fit():
    frames = PageFrames(plain_pages(1))
    assert frames.fits(1, 1700, 2200)
    assert not frames.fits(1, 2200, 1700)
    assert not frames.fits(9, 1700, 2200)
    assert frames.problems() == [
        "The parser saw page 1 turned or cut otherwise than displayed; boxes there were left out."
    ]


def _service(address: str) -> Service:
    return Service("Probe", address, "PROBE_KEY", SecretStr(KEY), header="x-key", before="")


def test_calls_wait_for_what_passes_and_send_the_key_in_a_header_only():
    def answer(asked: Asked, before: int) -> Said:
        return Said(429, {}, {"Retry-After": "0.4"}) if before == 0 else Said(body=[1])

    began = time.monotonic()
    with local_service(answer) as service, Calls(_service(service.address), 20, 3) as calls:
        assert calls.get("a/b") == b"[1]"
    assert time.monotonic() - began >= 0.4
    assert len(service.asked) == 2
    for asked in service.asked:
        assert asked.headers["x-key"] == KEY
        assert KEY not in asked.path


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (Said(401, {"detail": f"no {KEY}"}), KeyRefused),
        (Said(302, {}, {"Location": "http://127.0.0.1:9/"}), ModelUnreachable),
        (Said(422, {"detail": [{"msg": "bad"}]}), ReplyUnusable),
        (Said(413, b"<html>too large</html>"), ReplyUnusable),
        (Said(429, {}, {"Retry-After": "999"}), QuotaSpent),
        (Said(503, b"", {"Retry-After": "999"}), ModelUnreachable),
    ],
)
def test_a_failure_names_the_parser_and_never_the_key(said: Said, error: type[Exception]):
    with (
        local_service(lambda asked, before: said) as service,
        Calls(_service(service.address), 20, 1) as calls,
        pytest.raises(error) as raised,
    ):
        calls.post("a", json={})
    assert "Probe" in str(raised.value)
    assert KEY not in str(raised.value)


@pytest.mark.timeout(20)
def test_a_cancelled_call_ends_at_once():
    def progress(done: int, total: int) -> None:
        if time.monotonic() - began > 0.3:
            raise Cancelled("stop")

    with local_service(lambda asked, before: Said(rests=30)) as service:
        began = time.monotonic()
        with Calls(_service(service.address), 60, 1, progress) as calls, pytest.raises(Cancelled):
            calls.get("a")


def test_a_run_out_of_time_says_so():
    with (
        local_service(lambda asked, before: Said(rests=30)) as service,
        Calls(_service(service.address), 0.5, 1) as calls,
        pytest.raises(LimitReached),
    ):
        calls.get("a")


def test_no_key_goes_out_over_http_to_another_machine():
    with Calls(_service("http://203.0.113.7"), 5, 1) as calls, pytest.raises(SetupError):
        calls.get("a")


def _told(markdown: str) -> list[str]:
    return [f"{each.type.value}: {each.text}" for block in markdown_blocks(markdown)
            for each in block.walk() if each.text]  # fmt: skip


@pytest.mark.parametrize(
    ("markdown", "told"),
    [
        (
            "<table><caption>Doses</caption><tr><td>a<table><tr><td>in</td></tr></table></td>"
            "<td>b</td></tr></table> behind",
            ["table_cell: a in", "table_cell: b", "paragraph: Doses", "paragraph: behind"],
        ),
        ("<table><tr><td>a\n\n# Next\n", ["table_cell: a", "section_header: Next"]),
        ("<table>no &amp; cells</table>", ["paragraph: no & cells"]),
        ("$$ 5 dollars\n\n# Next", ["paragraph: $$ 5 dollars", "section_header: Next"]),
        ("> as he\n> said\n\n> 5 mg", ["paragraph: as he said", "paragraph: > 5 mg"]),
        ("Title\n=====\ntext", ["section_header: Title", "paragraph: text"]),
        ('\\*all\\* of [it](http://a.b "c d")', ["paragraph: *all* of it"]),
    ],
)
def test_words_of_odd_markdown_are_kept_and_marks_are_not(markdown: str, told: list[str]):
    assert _told(markdown) == told


def test_captions_take_what_they_name_then_what_has_none_then_what_is_near():
    table = NativeElement(ElementType.TABLE, boxes=(BoundingBox(1, 0.1, 0.1, 0.9, 0.3),))
    figure = NativeElement(ElementType.FIGURE, boxes=(BoundingBox(1, 0.1, 0.4, 0.9, 0.6),))
    other = NativeElement(ElementType.FIGURE, boxes=(BoundingBox(1, 0.1, 0.62, 0.9, 0.8),))
    named, unnamed = (NativeElement(ElementType.CAPTION, text) for text in ("Tab. 1", "Sales"))
    linked = NativeElement(ElementType.CAPTION, "Table 9", caption_of=figure)
    link_captions([table, named, figure, unnamed, other, linked])
    assert [each.caption_of for each in (named, unnamed, linked)] == [table, other, figure]
