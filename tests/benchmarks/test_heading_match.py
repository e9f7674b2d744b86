from __future__ import annotations

from benchmarks.heading_match import Title, likeness, match

PAGES = {1: "1 One\nTwo words\n1.1.1 Offer it", 2: "Three words"}


def titles(*texts: str, level: int = 1, page: int = 1) -> list[Title]:
    return [Title(level, text, page) for text in texts]


def test_titles_agree_without_regard_to_case_signs_and_a_number_that_one_lacks() -> None:
    assert likeness("2: “Mere Copyists”", "CHAPTER TWO: Mere copyists") == 100
    assert likeness("Results", "3. Results") == 100
    assert likeness("Ink", "Chapter 1 Ink") == likeness("Notes", "A.1 NOTES") == 100
    assert likeness("2: “Mere Copyists”", "CHAPTER TWO: “Mere Copyists”") == 100
    assert likeness("Appendix A - The licence", "12 Appendix A - The licence") == 100
    assert likeness("Of the deal", "Part of the deal") < 100
    for one, other in (("1.1", "1.2"), ("A.1", "A.2"), ("Chapter 1", "Chapter 2")):
        assert likeness(f"{one} Results", f"{other} Results") < 100


def test_each_entry_takes_one_heading_on_its_page() -> None:
    held = match(titles("One", "Two words"), titles("One", "One", "Two words"), PAGES)
    assert held.pairs == [(0, 0), (1, 2)]
    assert match(titles("One"), titles("One", page=2), PAGES).pairs == []


def test_entries_that_no_page_holds_and_bare_numbers_cannot_be_found() -> None:
    held = match(titles("One", "Nowhere", "1.1.1"), titles("One"), PAGES)
    assert held.printed == [True, False, False]
    assert held.f1() == 1.0


def test_a_heading_deeper_than_all_that_have_an_entry_is_not_counted_as_wrong() -> None:
    found = [*titles("One"), *titles("Two words", level=2)]
    assert match(titles("One"), found, PAGES).f1() == 1.0
    wrong = [*titles("One"), *titles("Two words")]
    assert match(titles("One"), wrong, PAGES).f1() == 2 / 3


def test_nesting_is_right_where_the_same_heading_stands_above() -> None:
    entries = [*titles("One"), *titles("Two words", level=2)]
    assert match(entries, entries, PAGES).nested() == 2
    assert match(entries, titles("One", "Two words"), PAGES).nested() == 1


def test_entries_of_one_page_come_in_the_order_they_are_printed_in() -> None:
    entries = [*titles("Two words", level=2), *titles("One")]
    found = [*titles("One"), *titles("Two words", level=2)]
    assert match(entries, found, PAGES).nested() == 2


def test_the_name_of_the_document_is_above_no_heading() -> None:
    entries = [
        *titles("One"),
        *titles("Two words", level=2),
        *titles("Three words", level=2, page=2),
    ]
    found = [*titles("One"), *titles("Two words"), *titles("Three words", page=2)]
    assert match(entries, found, PAGES).nested() == 3
    named = [*titles("One", level=0), *titles("Two words"), *titles("Three words", page=2)]
    flat = [*titles("One"), *titles("Two words"), *titles("Three words", page=2)]
    assert match(flat, named, PAGES).nested() == 3
