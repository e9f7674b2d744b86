from __future__ import annotations

from tests.core.parsing.papers import Paper, check, texts


def index(rows: tuple[str, ...]) -> Paper:
    paper = Paper()
    for number, row in enumerate(rows):
        paper.write(row, 72, 80 + 13 * number)
    paper.prose(72, 300)
    return paper


def test_each_entry_keeps_its_number_and_its_dots_are_set_aside() -> None:
    sir = index((f"Scope {'.' * 60} 3", f"Methods{'.' * 60}12", f"Annex {'. ' * 30} 40")).parse()
    check(sir)
    assert texts(sir, "doc_index") == ["", "Scope 3", "Methods 12", "Annex 40"]
    dots = [node for node in sir.nodes[sir.flow :] if node.metadata["aside"] == "leader dots"]
    assert [set(node.text) - {" "} for node in dots] == [{"."}] * 3


def test_no_box_of_an_entry_reaches_over_its_dots() -> None:
    sir = index((f"Scope {'.' * 8} 3", f"Methods {'.' * 8} 12")).parse()
    entry = next(i for i, node in enumerate(sir.nodes) if node.text == "Scope 3")
    assert len(sir.boxes(entry)[0].spans) == 2


def test_a_title_over_two_lines_is_one_entry() -> None:
    sir = index(
        ("The long title of a", f"first chapter {'.' * 60} 3", f"Next {'.' * 60} 9")
    ).parse()
    assert texts(sir, "doc_index")[1:] == ["The long title of a first chapter 3", "Next 9"]


def test_dots_of_an_ellipsis_stay_in_the_text() -> None:
    paper = Paper()
    paper.prose(72, 100, lines=("They waited ... and then ... nothing came of it at all.",))
    assert "..." in " ".join(texts(paper.parse(), "paragraph"))
