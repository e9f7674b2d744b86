from benchmarks.markdown_scores import scores
from core.evaluation.gold.markdown_content import unify_tables

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


def test_mhs_does_not_look_at_levels() -> None:
    assert scores("# A\n\ntext", "### A\n\ntext").mhs == 1.0


def test_text_belongs_to_the_heading_above_it() -> None:
    found = scores("# A\n\none\n\n# B\n\ntwo", "# A\n\none two\n\n# B")
    assert found.mhs is not None
    assert 0.0 < found.mhs < 1.0
