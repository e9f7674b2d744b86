"""Controls follow the options models, and a configuration survives its short form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from components import resources
from components.forms.configuration_form import linked_configuration
from components.forms.option_controls import limits
from core.chunking import PLANNED, STRATEGIES, chunker, make_options
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.chunking.options import choices
from core.configuration import Configuration, RefiningOptions, RetrievalOptions
from core.configuration.address import to_address
from core.configuration.adopted import adopt
from core.configuration.options import DEFAULT_RETRIEVAL
from core.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path

MODEL = "form.model"


@pytest.fixture(autouse=True)
def library(home: Path) -> None:
    resources.restart()


def rounded(share: float) -> float:
    return round(share, 6)


@given(
    st.sampled_from(["fixed", "recursive", "semantic", "hierarchical"]),
    st.integers(16, 2048),
    st.integers(50, 99).map(lambda share: share / 100),
)
def test_a_recipe_survives_its_short_form(strategy: str, size: int, share: float) -> None:
    known = chunker(strategy).options.model_fields
    values = {"max_tokens": size} | ({"percentile": share} if "percentile" in known else {})
    config = Configuration(strategy, make_options(strategy, values))
    assert linked_configuration(to_address(config)) == config


@given(
    st.integers(1000, 4_000_000), st.integers(1000, 100_000_000), st.floats(0.1, 1.0).map(rounded)
)
def test_large_numbers_survive_to_the_last_digit(context: int, rate: int, share: float) -> None:
    options = HeadingAnchoredOptions.model_validate(
        {"context_limit": context, "tokens_per_minute": rate, "safety": share}
    )
    config = Configuration("heading_anchored", options)
    assert linked_configuration(to_address(config)) == config


@given(st.text(min_size=1).filter(lambda name: name.isprintable()))
@example("gemini-2.5-flash")
@example("models/tuned:a,b=c%2C;d")
def test_the_name_of_a_model_survives_whatever_it_holds(name: str) -> None:
    config = Configuration("topology", make_options("topology", {}), model=name)
    assert linked_configuration(to_address(config)) == config
    assert to_address(config).count("model=") == 1


@given(
    st.integers(1, 50), st.floats(0, 4).map(rounded), st.floats(0, 1).map(rounded), st.floats(0, 4)
)
def test_how_chunks_are_found_survives_a_short_form(
    k: int, dense: float, gap: float, near: float
) -> None:
    retrieval = RetrievalOptions(top_k=k, dense=dense, gap=gap, same_page=rounded(0.5 + near / 8))
    options = make_options("heading_anchored", {"top_k": 3})
    config = Configuration(
        "heading_anchored", options, neighbourhood=rounded(near), retrieval=retrieval
    )
    assert linked_configuration(to_address(config)) == config


def test_a_short_form_says_only_what_is_unusual_of_how_chunks_are_found() -> None:
    usual = Configuration("fixed", make_options("fixed", {"max_tokens": 64}))
    assert to_address(usual) == "fixed,max_tokens=64,overlap=0.2"
    found = replace(
        usual, neighbourhood=0.5, retrieval=DEFAULT_RETRIEVAL.model_copy(update={"gap": 0.25})
    )
    assert to_address(found) == "fixed,max_tokens=64,overlap=0.2,gap=0.25,neighbourhood=0.5"


def test_without_a_short_form_documents_are_cut_as_was_adopted() -> None:
    adopted = replace(Configuration("fixed", make_options("fixed", {})), neighbourhood=0.3)
    adopt(resources.workbench().settings, adopted)
    assert linked_configuration(None) == linked_configuration("fixed,x=1") == adopted


def test_a_short_form_counts_although_what_was_adopted_is_damaged(home: Path) -> None:
    home.mkdir()
    (home / "recipe.json").write_text("garbage")
    config = linked_configuration("fixed,max_tokens=64,overlap=0.2")
    assert (config.strategy, config.options.size) == ("fixed", 64)
    with pytest.raises(SetupError):
        linked_configuration(None)


UNREADABLE = {
    "nonsense": "There is no 'nonsense' here.",
    "fixed,max_tokens": "max_tokens is not a number.",
    "fixed,max_tokens=many": "max_tokens is not a number.",
    "fixed,max_tokens=nan": "N: ",
    "fixed,max_tokens=inf": "N: ",
    "fixed,max_tokens=-1": "N must be at least 16",
    "fixed,max_tokens=1.5": "N: ",
    f"fixed,max_tokens={'9' * 3000}": "N: ",
    "fixed,x=1": "fixed has no option x.",
    "fixed,k=0": "top_k must be at least 1; you gave 0.",
    "fixed,neighbourhood=nan": "neighbourhood: Input should be from 0 to 4.",
    "fixed,model=gemini,model=x": "model is not a number.",
    "fixed,refining=lineage-colour": "The Refiner has no part 'colour'.",
    "fixed,neighbourhood=True": "neighbourhood is not a number.",
    "fixed,max_tokens=64,overlap=False": "overlap is not a number.",
    f"fixed,{'x' * 3000}=1": "[…]",
    "../../etc/passwd": "There is no",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_short_form_that_cannot_be_used_is_said_with_its_reason(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: list[str] = []
    monkeypatch.setattr("components.forms.configuration_form.note", notes.append)
    assert linked_configuration(text) == linked_configuration("") == Configuration.default()
    assert len(notes) == 1
    assert UNREADABLE[text] in notes[0].replace("\\", "")
    assert len(notes[0]) < 500


def test_only_a_planned_strategy_has_a_model() -> None:
    assert linked_configuration("fixed,max_tokens=64,overlap=0,model=gemini").model == ""
    assert all(linked_configuration(f"{name},model=gemini").model == "gemini" for name in PLANNED)


def test_what_is_refined_has_a_model_and_survives_a_short_form() -> None:
    config = linked_configuration("fixed,refining=supplement,model=gemini")
    assert config.model == "gemini"
    assert config.refining == RefiningOptions(lineage=False, supplement=True)
    assert linked_configuration(to_address(config)) == config


@given(st.text())
def test_no_short_form_is_an_error(text: str) -> None:
    assert linked_configuration(text).strategy in STRATEGIES


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_every_option_has_a_title_limits_and_an_explanation(strategy: str) -> None:
    for info in chunker(strategy).options.model_fields.values():
        if choices(info):
            assert info.default in choices(info)
        elif info.annotation is not bool:
            low, high = limits(info)
            assert low < high
        assert info.title
        assert len(info.description or "") > 20


def script() -> None:
    import streamlit as st

    from components import state
    from components.forms.configuration_form import configuration_form, linked_configuration
    from core.configuration import Configuration
    from core.configuration.address import to_address

    now = state.kept("recipe", to_address(Configuration.default()))
    if st.button("link"):
        now = "fixed,max_tokens=512,overlap=0.1"
    if st.button("plan"):
        now = "topology,max_tokens=512,theta=400,model=gemini-2.5-flash"
    config = configuration_form(
        linked_configuration(now), key="form", store=lambda text: state.keep("recipe", text)
    )
    st.text(to_address(config))


def test_the_form_gives_what_its_controls_say() -> None:
    app = AppTest.from_function(script).run()
    assert app.text[0].value == to_address(Configuration.default())
    app.select_slider[0].set_value(256).run()
    app.slider[0].set_value(0.2).run()
    assert app.text[0].value == "hierarchical,max_tokens=256,heading_budget=0.2"
    assert "B_h = 51 tokens" in [one.value for one in app.caption]


def test_the_controls_follow_a_recipe_from_elsewhere() -> None:
    app = AppTest.from_function(script).run()
    app.select_slider[0].set_value(256).run()
    app.button[0].click().run()
    assert app.text[0].value == "fixed,max_tokens=512,overlap=0.1"
    assert (app.select_slider[0].value, app.slider[0].value) == (512, 0.1)
    app.slider[0].set_value(0.3).run()
    assert app.text[0].value == "fixed,max_tokens=512,overlap=0.3"


def test_what_is_set_counts_although_the_run_before_was_stopped() -> None:
    app = AppTest.from_function(script).run()
    app.select_slider[0].set_value(256).run()
    app.session_state["recipe"] = to_address(Configuration.default())  # not stored
    app.slider[0].set_value(0.2).run()
    app.session_state["form.given"] = to_address(Configuration.default())
    app.run()
    assert app.text[0].value == "hierarchical,max_tokens=256,heading_budget=0.2"


def test_every_strategy_has_a_line_of_its_own() -> None:
    app = AppTest.from_function(script).run()
    assert len(app.selectbox[0].options) == len(STRATEGIES)
    assert len({said.partition(": ")[2] for said in app.selectbox[0].options} - {""}) == len(
        STRATEGIES
    )


def test_every_strategy_can_be_set() -> None:
    app = AppTest.from_function(script).run()
    for strategy in STRATEGIES:
        app.selectbox[0].set_value(strategy).run()
        assert not app.exception
        assert app.text[0].value.startswith(f"{strategy},")


def test_numbers_that_are_no_sizes_are_typed_in_and_the_budget_follows() -> None:
    app = AppTest.from_function(script).run()
    app.selectbox[0].set_value("heading_anchored").run()
    assert [one.label[:2] for one in app.number_input][:3] == ["C:", "TP", "RP"]
    assert "840 tokens" in strip(app)
    app.number_input(key="form.heading_anchored.context_limit").set_value(4_000_000).run()
    app.number_input(key="form.heading_anchored.expected_requests").set_value(50).run()
    assert "context_limit=4000000" in app.text[0].value
    assert any("64 are used" in one.value for one in app.warning)


def strip(app: AppTest) -> str:
    return next(one.proto.body for one in app.get("html") if "Budget of a chunk" in one.proto.body)


def test_without_a_key_the_model_cannot_be_asked_and_that_is_said() -> None:
    app = AppTest.from_function(script).run()
    assert not [one for one in app.toggle if one.key == MODEL]
    app.selectbox[0].set_value("topology").run()
    assert app.toggle(key=MODEL).disabled
    assert "Settings" in app.toggle(key=MODEL).help
    assert "model=" not in app.text[0].value


def test_a_link_that_asks_for_a_model_can_be_turned_off_without_a_key() -> None:
    app = AppTest.from_function(script).run()
    app.button[1].click().run()
    assert "model=gemini-2.5-flash" in app.text[0].value
    [toggle] = [one for one in app.toggle if one.label == "Plan with gemini-2.5-flash"]
    toggle.set_value(False).run()
    assert app.text[0].value == "topology,max_tokens=512,theta=400"


def test_with_a_key_the_toggle_names_the_model_and_is_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "made-up")
    monkeypatch.setenv("SIGHTLINE_GEMINI_MODEL", "gemini-3-pro")
    app = AppTest.from_function(script).run()
    app.selectbox[0].set_value("retrieval_aware").run()
    assert app.toggle(key=MODEL).label == "Plan with gemini-3-pro"
    assert not app.toggle(key=MODEL).value
    app.toggle(key=MODEL).set_value(True).run()
    assert app.text[0].value.endswith(",model=gemini-3-pro")
    app.selectbox[0].set_value("fixed").run()
    assert "model" not in app.text[0].value


def test_every_strategy_can_be_refined_and_a_model_may_do_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "made-up")
    monkeypatch.setenv("SIGHTLINE_GEMINI_MODEL", "gemini-3-pro")
    app = AppTest.from_function(script).run()
    app.selectbox[0].set_value("fixed").run()
    app.toggle(key="form.refining.signature").set_value(True).run()
    assert app.text[0].value.endswith(",refining=lineage-signature")
    assert app.toggle(key=MODEL).label == "Refine with gemini-3-pro"
    app.toggle(key=MODEL).set_value(True).run()
    assert app.text[0].value.endswith(",refining=lineage-signature,model=gemini-3-pro")
    app.toggle(key="form.refining.signature").set_value(False).run()
    assert "refining" not in app.text[0].value
    assert "model" not in app.text[0].value


def test_the_switches_of_the_refiner_follow_a_link() -> None:
    app = AppTest.from_function(script).run()
    app.selectbox[0].set_value("fixed").run()
    app.toggle(key="form.refining.lineage").set_value(False).run()
    assert app.text[0].value.endswith(",refining=none")
    app.button[1].click().run()
    assert all(one.value for one in app.toggle if one.label == "Headings above")


def test_passages_are_found_by_the_embedding_model_of_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    resources.restart()
    assert linked_configuration(None).encoder == "hashing"
    assert linked_configuration("fixed,max_tokens=64").encoder == "hashing"
