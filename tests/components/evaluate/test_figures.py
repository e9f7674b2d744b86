"""Charts carry what a click needs, the units of their axes, and all that they are drawn with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from components.evaluate.chart_view import chart_page
from components.evaluate.figures import heat_chart, pairs_chart, pareto_chart, spread_chart
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.comparison import pairs
from core.evaluation.outcome import Cost, Outcome, Scored
from core.evaluation.parameters import heat, parameters
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, SweepResult
from core.evaluation.table import Row, rows

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


MEASURE = "line_recall"
ASKED = ("Who?", "What <b>now</b>?")


def scored(strategy: str, size: int, recall: float, tokens: float) -> Scored:
    setting = Configuration(strategy, make_options(strategy, {"max_tokens": size}))
    values = {"retrieved_tokens": tokens}
    outcomes = (
        Outcome(
            question=Question(text=ASKED[0]).id,
            retrieved=(),
            measures={MEASURE: recall, **values},
            seconds=0.1,
        ),
        Outcome(question=Question(text=ASKED[1]).id, retrieved=(), measures=values, seconds=0.1),
    )
    cost = Cost(chunks=9, chunk_tokens=50.0, index_tokens=450)
    packed = setting.to_json()
    return Scored(key=setting.key, setting=packed, outcomes=outcomes, cost=cost)


@pytest.fixture
def found() -> list[Row]:
    return swept(
        scored("fixed", 64, 0.5, 100),
        scored("fixed", 128, 0.4, 300),
        scored("recursive", 64, 0.9, 200),
    )


def swept(*all_scored: Scored) -> list[Row]:
    questions = QuestionSet(name="set", questions=tuple(Question(text=one) for one in ASKED))
    settings = tuple(one.setting for one in all_scored)
    plan = Plan(name="plan", questions=questions, settings=settings)
    return rows(SweepResult(plan=plan, created="", scored=all_scored))


def drawn(figure: Figure) -> list[Any]:
    return list(figure.data)


def test_the_front_leaves_out_what_finds_less_for_more(found: list[Row]) -> None:
    line = drawn(pareto_chart(found, MEASURE))[0]
    assert list(zip(line.x, line.y, strict=True)) == [(100, 0.5), (200, 0.9)]


def test_every_setting_is_a_point_that_says_which_it_is(found: list[Row]) -> None:
    points = drawn(pareto_chart(found, MEASURE, found[0].key))[1:]
    keys = [key for trace in points for key in trace.customdata]
    assert sorted(keys) == sorted(row.key for row in found)
    assert points[0].marker.size[0] > points[0].marker.size[1]
    assert "0.500" in points[0].hovertext[0]


def test_a_cell_of_the_map_shows_the_value_of_its_setting(found: list[Row]) -> None:
    values = [parameters(row.setting) for row in found]
    scores = [row.measures[MEASURE].mean for row in found]
    figure = heat_chart(heat(values, scores, "N", "Strategy"), found, MEASURE, "N", "Strategy")
    held = drawn(figure)[0]
    assert [list(line) for line in held.z] == [[0.5, 0.4], [0.9, None]]
    assert held.hovertext[1][1] == ""
    assert list(held.y) == ["Fixed size", "Recursive"], "by their titles"


def test_only_questions_with_the_measure_are_points(found: list[Row]) -> None:
    texts = {Question(text=one).id: one for one in ASKED}
    held = pairs(found[2].scored, found[0].scored, MEASURE)
    points = drawn(pairs_chart(held, texts, MEASURE))[1:]
    assert [list(trace.customdata) for trace in points] == [[Question(text="Who?").id]] * 2
    assert [trace.y[0] for trace in points] == [0.9, 0.5]


def test_words_of_questions_are_no_markup(found: list[Row]) -> None:
    texts = {Question(text=one).id: one for one in ASKED}
    held = pairs(found[2].scored, found[0].scored, "retrieved_tokens")
    hints = drawn(pairs_chart(held, texts, "retrieved_tokens"))[1].hovertext
    assert any("&lt;b&gt;now" in hint for hint in hints)


def test_every_chart_says_what_its_axes_are(found: list[Row]) -> None:
    values = [parameters(row.setting) for row in found]
    cells = heat(values, [0.0] * 3, "N", "Strategy")
    held = pairs(found[0].scored, found[1].scored, MEASURE)
    charts: list[Any] = [
        pareto_chart(found, MEASURE),
        heat_chart(cells, found, MEASURE, "N", "Strategy"),
        pairs_chart(held, {}, MEASURE),
    ]
    assert all(one.layout.xaxis.title.text and one.layout.yaxis.title.text for one in charts)
    spread: Any = spread_chart(found, MEASURE)
    assert spread.layout.xaxis.title.text == "Evidence lines found (0 to 1)"
    assert len({trace.name for trace in drawn(spread)}) == 3


def test_a_saved_chart_needs_no_network_and_says_what_it_shows(found: list[Row]) -> None:
    page = chart_page(pareto_chart(found, MEASURE), "A <set>, 2 questions", "Words.", {})
    assert 'src="http' not in page
    assert len(page) > 1_000_000
    assert "<title>A &lt;set&gt;, 2 questions</title>" in page
    assert "<p>A &lt;set&gt;, 2 questions. Words.</p></body>" in page


def test_a_strategy_looks_alike_whichever_others_there_are(found: list[Row]) -> None:
    both, alone = (drawn(pareto_chart(rows, MEASURE))[-1].marker for rows in (found, found[2:]))
    assert (both.color, both.symbol) == (alone.color, alone.symbol)


def test_settings_that_are_nearly_alike_are_told_apart_on_a_scale_that_says_so() -> None:
    alike = swept(
        scored("fixed", 64, 0.934, 100),
        scored("fixed", 128, 0.978, 300),
        scored("recursive", 64, 0.95, 200),
    )
    front: Any = pareto_chart(alike, MEASURE)
    low, high = front.layout.yaxis.range
    assert 0.9 < low < 0.934 < 0.978 < high < 1
    assert front.layout.yaxis.title.text == "Evidence lines found (0 to 1; shown: 0.92 to 0.99)"
    cells = heat([parameters(row.setting) for row in alike], [0.0] * 3, "N", "Strategy")
    (colours,) = drawn(heat_chart(cells, alike, MEASURE, "N", "Strategy"))
    assert (colours.zmin, colours.zmax) == (0.92, 0.99)
    assert colours.colorbar.title.text == front.layout.yaxis.title.text


@pytest.mark.parametrize(
    ("recalls", "ends", "words"),
    [
        ((0.0, 1.0), (0, 1), "(0 to 1)"),
        ((1.0, 1.0), (0.97, 1), "(0 to 1; shown: 0.97 to 1)"),
        ((0.0, 0.0), (0, 0.03), "(0 to 1; shown: 0 to 0.03)"),
        ((0.5, 0.501), (0.47, 0.53), "(0 to 1; shown: 0.47 to 0.53)"),
    ],
)
def test_a_scale_never_ends_beyond_0_and_1_nor_shows_next_to_nothing_as_much(
    recalls: tuple[float, float], ends: tuple[float, float], words: str
) -> None:
    both = swept(scored("fixed", 64, recalls[0], 100), scored("fixed", 128, recalls[1], 300))
    cells = heat([parameters(row.setting) for row in both], [0.0] * 2, "N", "O")
    (colours,) = drawn(heat_chart(cells, both, MEASURE, "N", "O"))
    assert (colours.zmin, colours.zmax) == ends
    front: Any = pareto_chart(both, MEASURE)
    assert front.layout.yaxis.title.text.endswith(words)
    low, high = front.layout.yaxis.range
    assert low < min(recalls) <= max(recalls) < high


def test_shares_of_questions_are_drawn_from_0_to_1_and_tokens_from_0(found: list[Row]) -> None:
    values = [parameters(row.setting) for row in found]
    shown: Any = spread_chart(found[:1], MEASURE)
    low, high = shown.layout.xaxis.range
    assert low <= 0 < 1 <= high < 1.1
    front: Any = pareto_chart(found[:1], MEASURE)
    assert front.layout.xaxis.range[0] <= 0
    cells = heat(values, [0.0] * 3, "N", "Strategy")
    (tokens,) = drawn(heat_chart(cells, found, "retrieved_tokens", "N", "Strategy"))
    assert (tokens.zmin, tokens.zmax) == (None, None)
