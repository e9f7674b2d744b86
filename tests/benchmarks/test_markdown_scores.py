import pytest

from benchmarks.markdown_scores import Cell, mhs, scores, teds, unify_tables

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
HTML = "<table><tr><td>a</td><td> b </td></tr><tr><td>1</td><td>2</td></tr></table>"


def test_equal_texts_score_one() -> None:
    text = f"# Dose\n\nTwo grams a day.\n\n{TABLE}\n"
    assert scores(text, text) == (1.0, 1.0, 1.0)


def test_a_table_is_the_same_in_markdown_and_in_html() -> None:
    assert unify_tables(TABLE)[0] == unify_tables(HTML)[0]
    assert scores(TABLE, HTML).teds == 1.0


def test_emphasis_costs_no_points() -> None:
    assert scores("Two grams a day.", "Two **grams** a _day_.").nid == 1.0


def test_what_the_gold_lacks_is_not_scored() -> None:
    found = scores("Plain text.", f"# Plain\n\n{TABLE}")
    assert found.teds is None
    assert found.mhs is None


def test_a_missing_table_or_heading_scores_zero() -> None:
    found = scores(f"# Dose\n\n{TABLE}", "Dose a b 1 2")
    assert found.teds == 0.0
    assert found.mhs == 0.0


def test_teds_counts_edits_by_nodes() -> None:
    gold = [[Cell("a"), Cell("b")], [Cell("1"), Cell("2")]]
    one_cell_wrong = [[Cell("a"), Cell("b")], [Cell("1"), Cell("x")]]
    assert teds(gold, one_cell_wrong) == pytest.approx(1 - 1 / 7)
    other_span = [[Cell("a"), Cell("b")], [Cell("1"), Cell("2", columns=2)]]
    assert teds(gold, other_span) == pytest.approx(1 - 1 / 7)


def test_mhs_does_not_look_at_levels() -> None:
    assert mhs("# A\n\ntext", "### A\n\ntext") == 1.0


def test_mhs_punishes_text_under_the_wrong_heading() -> None:
    found = mhs("# A\n\none\n\n# B\n\ntwo", "# A\n\none two\n\n# B")
    assert found is not None
    assert found < 1.0
