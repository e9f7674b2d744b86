"""What is quoted whole: paragraphs, recommendations, lists, rows, and parts of what is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.evidence.quotable_units import Kind, Units, sentences_of
from core.evidence.table_rows import row_context
from core.sir import ElementType
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.core.answering.builders import found, found_in
from tests.core.parsing.papers import Paper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evidence.quotable_units import Unit

OTHER = "Staff record the visit in the notes of the ward."


def units_of(content: Sequence[Block | str]) -> list[Unit]:
    place = found(content)
    units = Units(place.result.sir)
    return list(
        {unit.spans: unit for chunk in place.result.chunks for unit in units.of(chunk)}.values()
    )


def test_a_recommendation_is_one_unit_with_its_number_its_grade_and_its_consensus() -> None:
    label = "Recommendation 2.1 Grade A Evidence 1b"
    said = "Adults with veradine fever should be seen within two weeks."
    consensus = "Strength of consensus 94 per cent."
    (unit,) = units_of([heading("Signs"), label, said, consensus])
    assert unit.text.split("\n\n") == [label, said, consensus]
    assert unit.path == ("Signs",)


def test_a_list_is_one_unit_with_what_introduces_it() -> None:
    lead = "Suspect veradine poisoning in people with:"
    first, second = units_of([lead, bullets("fever", "a slow pulse"), OTHER])
    assert first.kind is Kind.LIST
    assert first.text == f"{lead}\n\nfever\na slow pulse"
    assert second.text == OTHER


@pytest.mark.parametrize("mark", ["\uff0d", "\u2022", "-", "\u2714"])
def test_items_that_were_taken_for_paragraphs_are_a_list(mark: str) -> None:
    texts = ["The keys are kept by:", f"{mark} the warden", f"{mark} the cook"]
    assert [unit.text for unit in units_of(texts)] == ["\n\n".join(texts)]


def test_the_items_of_a_list_that_is_too_long_come_with_its_lead() -> None:
    lead = "Suspect veradine poisoning in people with:"
    items = [f"sign number {n} " + "of many that are known by now " * 4 for n in range(12)]
    found_units = units_of([lead, bullets(*items)])
    assert [unit.text for unit in found_units[1:]] == [item.strip() for item in items]
    assert all(unit.context == lead for unit in found_units[1:])


@pytest.mark.parametrize(("count", "introduced"), [(12, 12), (40, 0)])
def test_what_introduces_a_long_list_is_quoted_with_the_list(count: int, introduced: int) -> None:
    items = [f"sign number {n} " + "of many that are known by now " * 4 for n in range(count)]
    lead, *parts = units_of(["Suspect veradine poisoning in people with:", bullets(*items)])
    assert [span.node for span in lead.introduced] == [
        unit.spans[0].node for unit in parts[:introduced]
    ]


def test_an_item_is_quoted_below_the_items_that_it_is_nested_in() -> None:
    nested = [f"a rash number {n} that was seen before " * 3 for n in range(12)]
    inner = Block(ElementType.LIST, children=tuple(Block(ElementType.LIST_ITEM, t) for t in nested))
    outer = Block(ElementType.LIST_ITEM, "have taken it, and had:", children=(inner,))
    lead, *_, last = units_of(
        ["Stop veradine in people who:", Block(ElementType.LIST, children=(outer,))]
    )
    assert last.text.endswith(nested[-1].strip())
    assert last.introduction[0] == lead.spans[0]
    assert len(last.introduction) == 2


def test_a_row_is_read_with_its_caption_and_the_names_of_its_columns() -> None:
    rows = [["Age", "Dose"], ["under 60", "20 ml"], ["over 60", "10 ml"]]
    row = units_of([table(rows)])[0]
    assert row.kind is Kind.ROW
    assert row.text == "under 60\t20 ml"
    assert "Age | Dose" in row.context
    assert "Age | Dose" in row.searched


def units_of_table(rows: Sequence[Sequence[str]], headers: int) -> list[Unit]:
    """The units of a table whose first rows are marked as header rows."""
    sir = sir_from_texts([table(rows)])
    for row in next(n for n in sir.nodes if n.type is ElementType.TABLE).children[:headers]:
        for cell in sir.nodes[row].children:
            sir.nodes[cell].metadata["header"] = "true"
    units = Units(sir)
    return [unit for group in units._groups for unit in units._units(group)]


def test_a_row_is_read_with_all_header_rows_which_answer_nothing_themselves() -> None:
    rows = [
        ["", "Year ended", "Change"],
        ["", "2030", "December 31, 2031", "Q1 2032"],
        ["Net sales", "12", "14", "17%"],
        ["Net costs", "8", "9", "12%"],
    ]
    sales, costs = units_of_table(rows, headers=2)
    assert sales.text.startswith("Net sales")
    assert costs.context == "Year ended | Change | 2030 | December 31, 2031 | Q1 2032"
    assert len(costs.header) == len(sales.header) == 5


def test_a_row_of_numbers_is_no_header_though_it_is_marked_as_one() -> None:
    rows = [["Item", "2030"], ["Land", "673"], ["Rent", "12"], ["2031", "14"]]
    units = units_of_table(rows, headers=3)
    assert [unit.text for unit in units] == ["Item\t2030", "Land\t673", "Rent\t12", "2031\t14"]
    assert {unit.context for unit in units[1:]} == {"Item | 2030"}
    assert units[0].header == ()


def test_a_first_row_of_years_that_is_not_marked_is_no_header() -> None:
    rows = [["Founded", "1998", "2003"], ["Members", "12", "40"], ["Countries", "2", "9"]]
    assert units_of_table(rows, headers=0)[0].text.startswith("Founded")
    assert not units_of_table(rows, headers=1)[0].text.startswith("Founded")


@pytest.mark.parametrize(
    "names",
    [
        ["Plan", "6 months", "12 months"],
        ["", "PX 400", "PX 600"],
        ["Sign", "Placebo (n=45)", "Veradine (n=47)"],
        ["Sign", "Dose (mg/m2)", "Route"],
    ],
)
def test_names_of_columns_that_hold_digits_answer_nothing(names: list[str]) -> None:
    rows = [names, ["Adult", "£96", "£180"], ["Child", "£36 a year", "£66"]]
    units = units_of_table(rows, headers=1)
    assert [unit.text for unit in units] == ["\t".join(row) for row in rows[1:]]


def test_columns_that_are_numbered_answer_nothing() -> None:
    rows = [["1", "2", "3"], ["4", "17", "30"], ["5", "18", "31"]]
    assert [unit.text for unit in units_of_table(rows, headers=1)] == ["4\t17\t30", "5\t18\t31"]
    assert (
        len(units_of_table([["Beds", "1", "2"], ["Baths", "1", "3"], ["Halls", "1", "1"]], 1)) == 3
    )


@pytest.mark.parametrize(
    "first",
    [["Adult", "£96", "£180"], ["Volume", "382 litres"], ["Veradine", "5 mg daily", "10 mg"]],
)
def test_a_first_row_of_figures_like_those_below_is_quoted_though_it_is_marked(
    first: list[str],
) -> None:
    rows = [first, ["Child", "£36", "£66"], ["Weight", "10 mg at night", "20 mg"]]
    assert units_of_table(rows, headers=1)[0].text == "\t".join(first)


@pytest.mark.parametrize(
    "rows",
    [
        [
            "Adults|2 tablets|3 times a day",
            "Children|1 spoon|twice a day",
            "Elderly|20 drops|daily",
        ],
        ["Ward A|Room B12|Tel. 4711", "Ward C|Room D14|Tel. 4812", "Ward E|Room F16|Tel. 4913"],
        ["Smith|Born 1961|M7", "Miller|Born 1970|F8", "Brown|Born 1980|K9"],
        ["Invoice|INV-1001|paid", "Invoice|INV-1002|open", "Invoice|INV-1003|open"],
        ["Monday|from 9 to 12|Dr Hall", "Tuesday|from 8 to 11|Dr Roe", "Friday|closed|Dr May"],
        ["Children|under 12", "Youths|up to 18", "Adults|from 18"],
    ],
    ids=lambda rows: rows[0],
)
def test_a_first_row_of_values_like_those_below_is_quoted_though_it_is_marked(
    rows: list[str],
) -> None:
    units = units_of_table([row.split("|") for row in rows], headers=1)
    assert [unit.text for unit in units] == [row.replace("|", "\t") for row in rows]


def test_the_title_of_a_part_of_a_table_belongs_to_its_rows_though_it_is_marked_as_header() -> None:
    rows = [
        ["Item", "2030", "2031"],
        ["Assets"],
        ["Cash", "1", "2"],
        ["Debts"],
        ["Loans", "3", "4"],
    ]
    units = units_of_table(rows, headers=2)
    of_text = {unit.text: unit.context for unit in units}
    assert of_text["Cash\t1\t2"] == "Item | 2030 | 2031\nAssets"
    assert of_text["Loans\t3\t4"] == "Item | 2030 | 2031\nDebts"


def test_rows_that_are_nearly_all_marked_are_quoted() -> None:
    rows = [["Drug", "veradine"], ["Route", "oral"], ["Form", "tablet"], ["Dose", "5 mg"]]
    units = units_of_table(rows, headers=3)
    assert [unit.text.split("\t")[0] for unit in units] == ["Route", "Form", "Dose"]


@pytest.mark.parametrize("date", ["31.12.2031", "31. Dezember 2031", "31 May 2031", "FY2031"])
def test_dates_name_columns(date: str) -> None:
    rows = [["", "Amounts", "Change"], ["", date, date], ["Sales", "1", "2"], ["Costs", "3", "4"]]
    assert date in units_of_table(rows, headers=2)[-1].context


def test_a_paragraph_that_was_torn_behind_a_comma_is_quoted_whole() -> None:
    torn = ["Veradine is sold in ten countries: Andor, Belmora,", "Cascara and Doria."]
    assert [unit.text for unit in units_of([*torn, OTHER])] == ["\n\n".join(torn), OTHER]


def test_a_torn_paragraph_has_the_sentences_of_any_other() -> None:
    torn = [OTHER + " Veradine is sold in Andor, Belmora,", "Cascara and Doria. It is blue."]
    expected = [OTHER, "Veradine is sold in Andor, Belmora,\n\nCascara and Doria.", "It is blue."]
    place = found(torn)
    units = {
        unit.spans: unit for c in place.result.chunks for unit in Units(place.result.sir).of(c)
    }
    assert [unit.text for unit in units.values()] == ["\n\n".join(torn)]
    parts = [part for unit in units.values() for part in sentences_of(place.result.sir, unit)]
    assert [part.text for part in parts] == expected


def test_a_long_paragraph_is_quoted_by_runs_of_its_sentences() -> None:
    sentences = [f"In room {n} the lamp is lit before the first guest comes." for n in range(20)]
    texts = [unit.text for unit in units_of([" ".join(sentences)])]
    assert " ".join(texts) == " ".join(sentences)
    assert [text.count("In room") for text in texts] == [7, 6, 7]


def test_a_run_of_sentences_that_ends_with_a_question_does_not_only_ask() -> None:
    sentences = [f"In room {n} the lamp is lit before the first guest comes." for n in range(20)]
    sentences[6] = "Who may light the other lamps of the house?"
    assert " ".join(unit.text for unit in units_of([" ".join(sentences)])) == " ".join(sentences)
    assert not units_of([sentences[6]])


def test_runs_of_sentences_go_on_across_the_place_where_a_paragraph_is_torn() -> None:
    begun = f"{OTHER} " * 12 + "Veradine is sold in Andor, Belmora,"
    torn = [begun, "Cascara and Doria. It is blue."]
    first, second = units_of(torn)
    assert set(first.text.split(". ")) == {OTHER[:-1], OTHER}
    assert second.text.endswith("Belmora,\n\nCascara and Doria. It is blue.")
    assert len(second.spans) == 2


@pytest.mark.parametrize("next_one", ["$ lamp --clean all", "Clean: 9 Lit: 12 with a few left."])
def test_what_a_colon_introduces_is_quoted_with_it(next_one: str) -> None:
    lead = "Clean all lamps at once with this command:"
    assert [unit.text for unit in units_of([lead, next_one, OTHER])] == [
        f"{lead}\n\n{next_one}",
        OTHER,
    ]


@pytest.mark.parametrize(
    "line", ["Dear Mrs Marsh,", "Dear " + "Mrs Marsh and " * 3 + "all,", "Leith,"]
)
def test_a_letter_is_no_part_of_the_line_above_it(line: str) -> None:
    assert [unit.text for unit in units_of([line, OTHER])] == [line, OTHER]


def test_no_heading_is_a_unit() -> None:
    assert [unit.text for unit in units_of([heading("Signs of fever"), OTHER])] == [OTHER]


def test_every_unit_of_a_cut_document_is_whole_in_each_chunk_that_it_touches() -> None:
    sentence = "Stop veradine at once " + "and call the doctor on duty " * 6 + "if a rash appears."
    place = found([sentence], max_tokens=16)
    units = Units(place.result.sir)
    assert len(place.result.chunks) > 1
    assert {unit.text for chunk in place.result.chunks for unit in units.of(chunk)} == {sentence}


def test_only_a_plain_paragraph_has_sentences() -> None:
    rule = "1.4.2 Raise the dose each week. Stop if a rash appears."
    place = found([OTHER + " They sign them.", rule])
    units = [unit for chunk in place.result.chunks for unit in Units(place.result.sir).of(chunk)]
    parts = {
        unit.text: [one.text for one in sentences_of(place.result.sir, unit)] for unit in units
    }
    assert parts[OTHER + " They sign them."] == [OTHER, "They sign them."]
    assert parts[rule] == []


def test_a_row_is_read_with_what_sends_the_reader_to_its_table() -> None:
    sends = "Offer a morning test of the veradine level. Follow table 1 to interpret it."
    caption = Block(ElementType.CAPTION, "Table 1. Levels")
    rows = [["Level", "Advice"], ["Below 150", "Refer"], ["Above 150", "Wait"]]
    units = units_of([sends, OTHER, caption, table(rows)])
    row = next(unit for unit in units if unit.text == "Below 150\tRefer")
    assert row.context.split("\n") == [sends, "Table 1. Levels", "Level | Advice"]


def test_a_table_that_nothing_refers_to_is_read_with_its_caption_alone() -> None:
    caption = Block(ElementType.CAPTION, "Table 2. Levels")
    rows = [["Level", "Advice"], ["Below 150", "Refer"], ["Above 150", "Wait"]]
    units = units_of(["Follow table 1 to interpret it.", caption, table(rows)])
    assert units[-1].context.split("\n") == ["Table 2. Levels", "Level | Advice"]


def test_a_row_is_read_with_a_caption_below_its_table_that_is_tied_to_it() -> None:
    caption = Block(ElementType.CAPTION, "Table 2. Levels")
    sir = sir_from_texts([table([["Level", "Advice"], ["150", "Refer"], ["160", "Wait"]]), caption])
    above, below = (
        next(node for node in sir.nodes if node.type is kind)
        for kind in (ElementType.TABLE, ElementType.CAPTION)
    )
    row = above.children[1]
    assert row_context(sir, row, {}) == "Level | Advice"
    below.metadata["caption_of"] = above.id
    assert row_context(sir, row, {}) == "Table 2. Levels\nLevel | Advice"


def test_a_row_is_read_with_a_paragraph_that_is_the_title_of_its_table() -> None:
    title = "Table 2: Telephone numbers of the wards"
    rows = [["Place", "Extension"], ["Pharmacy", "4471"], ["Laboratory", "3301"]]
    for above in (["The wards can be called."], ["Call the wards, see table 2."]):
        context = units_of([*above, title, table(rows)])[-1].context
        assert context.split("\n")[-2:] == [title, "Place | Extension"]
    assert units_of([title, table(rows)])[-1].context.count(title) == 1


@pytest.mark.parametrize("said", ["Table 2 lists all doses.", "Tabelle 2 zeigt alle Dosen."])
def test_a_sentence_on_another_table_is_not_the_title_of_the_one_below_it(said: str) -> None:
    rows = [["Place", "Extension"], ["Pharmacy", "4471"], ["Laboratory", "3301"]]
    assert units_of([said, table(rows)])[-1].context == "Place | Extension"


def options(*rows: tuple[str, float]) -> list[str]:
    """The texts of the units of a page with lines at these distances from its left edge."""
    paper = Paper()
    below = paper.prose(72, 100)
    for number, (text, left) in enumerate(rows):
        paper.write(text, left, below + 20 + 19 * number)
    place = found_in(paper.parse(), "recursive", 64)
    units = Units(place.result.sir)
    return [unit.text for chunk in place.result.chunks for unit in units.of(chunk)]


def test_an_option_is_quoted_with_what_is_set_in_below_it() -> None:
    texts = options(("-k keytab", 72), ("Take the keys from this file.", 100))
    assert texts[-1].split() == "-k keytab Take the keys from this file.".split()


@pytest.mark.parametrize(
    ("term", "text", "left"),
    [
        pytest.param("-k keytab", "Take the keys from this file.", 72, id="not set in"),
        pytest.param("Keys come first.", "Take them from this file.", 100, id="a sentence"),
        pytest.param("Jan 2024", "Feb 2024", 100, id="labels"),
    ],
)
def test_other_short_lines_are_not_quoted_with_the_next(term: str, text: str, left: float) -> None:
    assert not any(term in unit and text in unit for unit in options((term, 72), (text, left)))
