from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.parsing.structuring import heading_levels
from core.parsing.structuring.headings import Heading
from core.parsing.structuring.markers import numbering
from core.parsing.structuring.outline import Entry, Outline
from core.parsing.structuring.text_style import Style
from tests.core.parsing.structuring.elements import element

BLACK, RED = 0, 0xDD0000


def assign_levels(headings: list[Heading], *entries: Entry) -> list[int]:
    return heading_levels.assign_levels(headings, Outline(entries))


def heading(text: str = "Title", size: float = 12.0, **other: object) -> Heading:
    bold = bool(other.pop("bold", True))
    style = Style(size, bold, text.isupper(), bool(other.pop("italic", False)), BLACK)
    style = style._replace(colour=int(str(other.pop("colour", BLACK))))
    said = {name: bool(value) for name, value in other.items()}
    return Heading(element("section_header", text), style, numbering(text), **said)


def test_larger_type_stands_higher() -> None:
    found = [heading(size=16), heading(size=14), heading(size=11), heading(size=16)]
    assert assign_levels(found) == [1, 2, 3, 1]


def test_sizes_that_nobody_can_tell_apart_are_one_level() -> None:
    assert assign_levels([heading(size=10.5), heading(size=10.0), heading(size=10.5)]) == [1, 1, 1]


def test_a_decimal_number_is_as_deep_as_it_has_parts_whatever_the_type() -> None:
    found = [heading("1 One", 14), heading("1.1 Two", 12), heading("1.1.1 Three", 12)]
    assert assign_levels([*found, heading("2 Four", 14)]) == [1, 2, 3, 1]


def test_colours_are_levels_where_headings_of_one_come_right_below_those_of_the_other() -> None:
    pair = [heading(), heading(colour=RED, stacked=True)]
    assert assign_levels([*pair, *pair, heading(colour=RED)]) == [1, 2, 1, 2, 2]


def test_colours_alone_are_no_levels() -> None:
    assert assign_levels([heading(), heading(colour=RED), heading()]) == [1, 1, 1]


def test_an_abbreviation_is_no_heading_in_capitals() -> None:
    found = [heading("METHODS"), heading("Design"), heading("RESULTS"), heading("FAQ", 10)]
    assert assign_levels([*found, heading("Limits", 10)]) == [1, 2, 1, 2, 2]


def test_a_heading_between_two_numbers_of_one_section_stands_below_that_section() -> None:
    found = [heading("1 One"), heading("1.1 Two", 11), heading("Aside"), heading("1.2 Three", 11)]
    levels = assign_levels([*found, heading("2 Four"), heading("References")])
    assert levels == [1, 2, 2, 2, 1, 1]


def test_a_heading_between_two_notes_that_follow_each_other_stands_below_the_first() -> None:
    texts = ["Note 1 - Loans", "Consumer loans", "Card loans", "Note 2 - Leases", "Signatures"]
    found = [heading(text) for text in texts]
    assert assign_levels([*found[:2], heading("Cars", 10), *found[2:]]) == [1, 2, 3, 2, 1, 1]


def test_numbers_in_another_form_between_two_that_follow_each_other_stand_below_the_first() -> None:
    texts = ["9、存货", "1．分类", "（1）原材料", "2．计价", "10、租赁", "11、其他"]
    assert assign_levels([heading(text) for text in texts]) == [1, 2, 3, 2, 1, 1]


def test_numbers_that_run_on_through_sections_put_none_of_these_below_them() -> None:
    texts = ["1．总则", "1、甲", "2、乙", "2．分则", "3、丙", "4、丁", "3．附则"]
    assert assign_levels([heading(text) for text in texts]) == [1, 2, 2, 1, 2, 2, 1]


def test_a_number_with_a_bracket_behind_it_is_as_deep_as_one_without() -> None:
    found = [heading("1) Ink", 14), heading("1.1) Black", 12), heading("1.2) Red", 11)]
    assert assign_levels([*found, heading("2) Pens", 14)]) == [1, 2, 2, 1]


def test_steps_within_a_section_are_no_chapters() -> None:
    found = [heading("1 Care", 14), heading("1.1 Rest"), heading("1) Wash", 10)]
    assert assign_levels([*found, heading("2) Dry", 10), heading("1.2 Diet")]) == [1, 2, 3, 3, 2]


def test_a_heading_between_numbers_that_do_not_follow_each_other_stands_beside_them() -> None:
    found = [heading("Note 1 - Loans"), heading("Glossary"), heading("Note 4 - Leases")]
    assert assign_levels(found) == [1, 1, 1]
    parted = [heading("Note 1 - Loans"), heading("Results", 16), heading("Note 2 - Leases")]
    assert assign_levels(parted) == [2, 1, 2]


def test_a_heading_right_above_a_number_is_the_title_of_what_follows() -> None:
    found = [heading("Article 1"), heading("Final rules"), heading("Article 2", stacked=True)]
    assert assign_levels(found) == [1, 1, 1]


def test_chapters_and_sections_of_chinese_documents_enclose_each_other() -> None:
    texts = ["第一章 总则", "一、目的", "（一）范围", "1、定义", "（1）说明", "第二章 附则"]
    found = [heading(text, bold=False) for text in texts]
    assert assign_levels(found) == [1, 2, 3, 4, 5, 1]


def test_what_is_behind_the_last_chapter_stands_beside_it() -> None:
    texts = ["1 One", "1.1 Two", "2 Three", "Notes", "More", "Index"]
    found = [heading(text, 10 if index > 2 else 14) for index, text in enumerate(texts)]
    assert assign_levels(found) == [1, 2, 1, 1, 2, 1]


def test_what_is_behind_the_last_chapter_stands_below_a_title_of_two_lines() -> None:
    texts = ["Manual", "For Users", "1 One", "1.1 Two", "2 Three", "References"]
    sizes = (24, 24, 14, 12, 14, 10)
    assert assign_levels(list(map(heading, texts, sizes))) == [1, 1, 2, 3, 2, 2]
    texts = ["One", "Two", "Rest", "References"]
    assert assign_levels(list(map(heading, texts, (14, 14, 12, 10)))) == [1, 1, 2, 1]


def test_contents_in_larger_type_hold_no_chapters() -> None:
    chapters = [heading("Birds", 14), heading("Fish", 14)]
    assert assign_levels([heading("Contents", 18), *chapters]) == [1, 1, 1]
    assert assign_levels([heading("Animals", 18), *chapters]) == [1, 2, 2]


def test_notes_within_a_chapter_stay_there() -> None:
    texts = ["1 One", "1.1 Two", "Notes", "1.2 Three", "2 Four"]
    assert assign_levels([heading(text) for text in texts])[2] == 2
    texts = ["CARE", "Notes", "Rest", "DIET", "Food"]
    assert assign_levels([heading(text) for text in texts]) == [1, 2, 2, 1, 2]
    texts = ["CARE", "Rest", "Notes", "DIET", "Food", "Notes"]
    assert assign_levels([heading(text) for text in texts]) == [1, 2, 2, 1, 2, 2]


def test_letters_that_part_an_index_stand_below_all() -> None:
    letters = [heading(letter, 20, doubtful=True) for letter in "AB"]
    found = [heading("1 One"), heading("1.1 Two"), heading("Index", 16)]
    assert assign_levels([*found, *letters]) == [1, 2, 1, 3, 3]


def listed(found: list[Heading], entries: dict[int, int]) -> list[int]:
    """The levels of headings of which the outline lists some, by their index, on these levels."""
    for number, index in enumerate(entries):
        found[index].entry = number
    titles = [Entry(level, f"Title {index}", 1) for index, level in entries.items()]
    return assign_levels(found, *titles)


def test_a_title_that_no_contents_list_and_that_looks_like_a_chapter_stands_beside_it() -> None:
    names = (("Manual", 24, False), ("Authors", 16, False), ("Contents", 24, True))
    found = [heading(text, size, bold=bold) for text, size, bold in names]
    found += [heading("Chapter 1 Care", 24), heading("1.1 Skin", 16), heading("Chapter 2 Food", 24)]
    assert listed(found, {3: 1, 4: 2, 5: 1}) == [1, 2, 1, 1, 2, 1]


def test_words_that_only_begin_like_one_that_counts_sections_have_no_number() -> None:
    assert numbering("Notes to the statements") is None
    assert numbering("Note 2 to the statements") is not None


def test_a_plain_heading_holds_no_bold_one_because_it_comes_first() -> None:
    assert assign_levels([heading(bold=False), heading(), heading()]) == [1, 1, 1]


def test_the_outline_has_the_last_word() -> None:
    found = [heading(size=12), heading(size=16), heading(size=12)]
    assert listed(found, {0: 1, 1: 2}) == [1, 2, 1]


def test_what_the_outline_does_not_list_stands_below_what_it_lists() -> None:
    found = [heading(size=size) for size in (14, 13, 12, 13, 14, 11)]
    assert listed(found, {0: 1, 2: 1, 4: 1, 5: 2}) == [1, 2, 1, 2, 1, 2]


def test_larger_headings_that_the_outline_does_not_list_stay_above() -> None:
    found = [heading(size=16), heading(size=12), heading(size=11), heading(size=16)]
    assert listed(found, {1: 1, 2: 2}) == [1, 2, 3, 1]


def test_headings_below_an_entry_that_is_nowhere_printed_do_not_fall_to_the_one_before() -> None:
    titles = [(1, "One"), (2, "One a"), (1, "Two"), (2, "Two a")]
    outline = Outline([Entry(level, title, 1) for level, title in titles])
    assert outline.levels({0, 1, 3}) == {0: 1, 1: 2, 3: 1}


@given(st.lists(st.tuples(st.sampled_from([10.0, 12.0, 16.0]), st.booleans(), st.booleans())))
def test_headings_that_look_alike_have_one_level_and_none_is_left_out(
    looks: list[tuple[float, bool, bool]],
) -> None:
    found = [heading(size=size, bold=bold, stacked=stacked) for size, bold, stacked in looks]
    levels = assign_levels(found)
    by_look = {(size, bold): level for (size, bold, _), level in zip(looks, levels, strict=True)}
    pairs = zip(looks, levels, strict=True)
    assert all(by_look[size, bold] == level for (size, bold, _), level in pairs)
    assert set(levels) == set(range(1, max(levels, default=0) + 1))
