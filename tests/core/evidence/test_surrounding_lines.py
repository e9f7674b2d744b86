from core.evidence.surrounding_lines import lines_above, lines_below, nodes_up_to_page
from core.spans import Span, joined, located
from tests.builders import WORDS_PER_LINE, sir_from_texts

_LONG = " ".join(f"word{n}" for n in range(3 * WORDS_PER_LINE))


def test_the_lines_around_a_text_are_lines_of_the_page():
    sir = sir_from_texts([_LONG, "The quote.", "A line below.", "Another."])
    above = lines_above(sir, [Span(2, 0, 10)], 2)
    assert [joined(sir, [span]).split()[0] for span in above] == ["word8", "word16"]
    assert len(located(sir, above)) == 2
    assert joined(sir, lines_below(sir, [Span(2, 0, 10)], 2)) == "A line below.\n\nAnother."


def test_a_part_of_a_line_is_widened_by_the_rest_of_it():
    sir = sir_from_texts(["Before it. The quote. After it."])
    assert joined(sir, lines_above(sir, [Span(1, 11, 21)], 1)) == "Before it."
    assert joined(sir, lines_below(sir, [Span(1, 11, 21)], 1)) == "After it."


def test_a_document_has_no_lines_before_its_first_and_after_its_last():
    sir = sir_from_texts(["Only this."])
    assert lines_above(sir, [Span(1, 0, 10)], 3) == ()
    assert lines_below(sir, [Span(1, 0, 10)], 3) == ()


def test_nodes_are_of_the_page_on_which_their_text_begins():
    sir = sir_from_texts(["One.", "", "Two.", "Three."])
    sir.lines.page[:] = [1, 2, 3]
    assert [list(nodes_up_to_page(sir, page)) for page in (0, 1, 2)] == [[], [1], [1, 3]]
