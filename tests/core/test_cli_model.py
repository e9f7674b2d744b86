"""The command line with a language model: who did what is said, also where the model fails."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import PLANNED, STRATEGIES, chunker
from core.cli import main
from core.cli.arguments import configuration_of
from core.cli.commands import build_parser
from core.refining.options import RefiningOptions
from core.settings import load_settings
from tests.builders import pdf_bytes
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.core.conftest import Printed, Run

DOSE = "1 Dose\nAdults take five milligrams of calverine twice a day.\nChildren take half of it."
KEY = "made-up-key"


@pytest.fixture(scope="session")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose library holds the document, read without a model."""
    folder = tmp_path_factory.mktemp("held")
    path = folder / "dose.pdf"
    path.write_bytes(pdf_bytes([DOSE]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTLINE_HOME", str(folder / "home"))
        patch.delenv("GEMINI_API_KEY", raising=False)
        assert main(["ingest", str(path)]) == 0
    return folder / "home"


@pytest.fixture
def run(home: Path, held: Path, command: Run) -> Run:
    """Runs a command over a library of its own; none tells the key."""
    shutil.copytree(held, home)

    def without_key(*arguments: str | Path) -> Printed:
        printed = command(*arguments)
        assert KEY not in printed.out + printed.err
        return printed

    return without_key


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    """A service with a key for it."""
    with GeminiServer() as serving:
        monkeypatch.setenv("GEMINI_BASE_URL", serving.url)
        monkeypatch.setenv("GEMINI_API_KEY", KEY)
        yield serving


def read(printed: str) -> Any:
    return json.loads(printed)


def test_inspect_lets_the_model_decide_where_there_is_a_key(run: Run, server: GeminiServer):
    _, printed, _ = run("inspect", "dose.pdf")
    assert "step 1: analyze_metadata(document=" in printed
    assert "chosen by gemini-2.5-flash" in printed
    assert "the policy would have chosen structural_rule" in printed
    sent = len(server.received)
    assert read(run("inspect", "dose.pdf", "--json")[1])["model"] == "gemini-2.5-flash"
    assert read(run("inspect", "dose.pdf", "--json", "--no-model")[1])["model"] == ""
    assert len(server.received) == sent


def test_a_file_that_is_in_no_library_is_inspected_likewise(
    run: Run, server: GeminiServer, tmp_path: Path
):
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf_bytes(["Another text."]))
    assert read(run("inspect", other, "--json")[1])["model"] == "gemini-2.5-flash"
    assert read(run("inspect", other, "--json", "--no-model")[1])["model"] == ""


def test_a_model_that_fails_is_named_on_standard_error(
    run: Run, server: GeminiServer, tmp_path: Path
):
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf_bytes(["Another text."]))
    server.next(failures.wrong_key())
    code, printed, said = run("ingest", other, "--json")
    assert code == 0
    assert read(printed)["documents"][0]["parse"]["decided_by"] == ""
    assert said.startswith("other.pdf: gemini-2.5-flash could not choose the route")
    assert run("ingest", other, "--no-model")[2] == ""


def test_a_plain_text_needs_no_route(run: Run, server: GeminiServer, tmp_path: Path):
    other = tmp_path / "other.txt"
    other.write_text("A few words.\n\nA few more.")
    code, _, said = run("ingest", other)
    assert (code, said, server.received) == (0, "", [])


def test_ask_says_which_model_answered(run: Run, server: GeminiServer):
    question = "How much calverine do adults take?"
    held = read(run("ask", question, "--json")[1])
    assert held["model"] == "gemini-2.5-flash"
    assert held["claims"]
    assert held["claims"][0]["verdict"]
    assert "gemini-2.5-flash writes" in run("ask", question)[1]
    held = read(run("ask", question, "--json", "--no-model")[1])
    assert (held["model"], held["claims"]) == ("", [])


def test_without_a_key_one_who_asks_for_the_model_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    assert "no key" in run("inspect", "dose.pdf", "--model")[2]
    assert run("inspect", "dose.pdf")[2] == ""
    assert "no key" in run("ask", "What do adults take?", "--model")[2]
    planned = ("chunk", "dose.pdf", "--strategy", "retrieval_aware", "--json")
    code, printed, said = run(*planned, "--model")
    assert code == 0
    assert "no key" in said
    assert read(printed)["model"] == ""
    assert run(*planned)[2] == ""


def test_chunks_are_planned_by_the_model_only_if_it_is_told_so(run: Run, server: GeminiServer):
    planned = ("chunk", "dose.pdf", "--strategy", "retrieval_aware", "--json")
    assert read(run(*planned)[1])["model"] == ""
    assert not server.received
    assert read(run(*planned, "--model")[1])["model"] == "gemini-2.5-flash"
    assert run("chunk", "dose.pdf", "--strategy", "fixed", "--model")[0] == 2


def test_any_strategy_can_be_refined_and_the_model_does_it_if_it_is_told_so(
    run: Run, server: GeminiServer
) -> None:
    refined = ("chunk", "dose.pdf", "--strategy", "fixed", "--signature", "--json")
    by_rule = read(run(*refined)[1])
    assert not server.received
    by_model = read(run(*refined, "--model")[1])
    assert server.received
    assert all(chunk["signature"] for chunk in (*by_rule["chunks"], *by_model["chunks"]))
    plain = read(run("chunk", "dose.pdf", "--strategy", "fixed", "--json")[1])
    assert not any(chunk["signature"] for chunk in plain["chunks"])


def test_each_part_of_the_refiner_has_a_switch() -> None:
    parser, settings = build_parser(), load_settings()
    switches = ["--no-lineage", "--supplement"]
    arguments = parser.parse_args(["ask", "What?", "--strategy", "fixed", *switches])
    refining = configuration_of(arguments, settings).refining
    assert refining == RefiningOptions(lineage=False, supplement=True)
    bare = parser.parse_args(["export", "x", "--format", "md"])
    assert configuration_of(bare, settings).refining == RefiningOptions()


def test_the_steps_of_the_refiner_are_told(run: Run, server: GeminiServer):
    refined = ("chunk", "dose.pdf", "--strategy", "fixed", "--signature", "--model", "--json")
    steps = read(run(*refined)[1])["agent_steps"]
    assert [step["tool"] for step in steps] == ["Chunk_Enhancer"] * len(steps)
    assert steps[0]["chunk"] == 0
    assert steps[0]["thought"]


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_every_strategy_takes_all_its_options(strategy: str):
    parser, fields = build_parser(), chunker(strategy).options.model_fields
    usual = {
        name: field.get_default(call_default_factory=True, validated_data={})
        for name, field in fields.items()
    }
    flags = [
        f"--{name.replace('_', '-')}={int(value) if isinstance(value, bool) else value}"
        for name, value in usual.items()
    ]
    arguments = parser.parse_args(["chunk", "x", "--strategy", strategy, *flags])
    assert configuration_of(arguments, load_settings()).options == chunker(strategy).options()
    bare = configuration_of(
        parser.parse_args(["chunk", "x", "--strategy", strategy]), load_settings()
    )
    if strategy in PLANNED:
        assert bare.options == chunker(strategy).options()


def test_the_encoder_of_the_settings_is_used_unless_another_is_named():
    parser, settings = build_parser(), load_settings(encoder="hashing")
    assert configuration_of(parser.parse_args(["chunk", "x"]), settings).encoder == "hashing"
    given = parser.parse_args(["chunk", "x", "--encoder", "all-MiniLM-L6-v2"])
    assert configuration_of(given, settings).encoder == "all-MiniLM-L6-v2"


def test_usage_adds_up_what_was_asked(run: Run, server: GeminiServer, tmp_path: Path):
    assert "No call was made" in run("usage")[1]
    run("inspect", "dose.pdf")
    _, printed, _ = run("usage")
    assert "Choosing routes" in printed
    assert "dose.pdf" in printed
    assert "estimates" in printed
    held = read(run("usage", "--json")[1])
    assert {call["stage"] for call in held["calls"]} == {"inspect"}
    assert held["cost"] > 0
    run("usage", "--csv", tmp_path / "calls.csv")
    rows = list(csv.DictReader((tmp_path / "calls.csv").read_text().splitlines()))
    assert len(rows) == len(held["calls"])
    assert rows[0]["document_name"] == "dose.pdf"


def test_a_model_on_this_machine_does_all_that_gemini_does(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    with OpenAiServer() as server:
        monkeypatch.setenv("SIGHTLINE_MODEL", f"openai:llama3.2@{server.url}")
        assert run("inspect", "dose.pdf", "--model")[0] == 0
        planned = ("chunk", "dose.pdf", "--strategy", "retrieval_aware", "--json", "--model")
        assert run(*planned)[0] == 0
        code, printed, _ = run("ask", "What do adults take?", "--model", "--json")
        assert code == 0
        assert read(printed)["claims"]
        kinds = {received.body["messages"][0]["content"][:40] for received in server.received}
        assert len(kinds) >= 3
        assert any("tools" in received.body for received in server.received)
        used = read(run("usage", "--json")[1])
        assert {call["model"] for call in used["calls"]} == {"llama3.2"}
        assert used["cost"] == 0.0
