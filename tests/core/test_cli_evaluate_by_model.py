"""The command line lets a language model answer a sweep: its price is told, and paid once."""

from __future__ import annotations

import json
import shutil
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from core.cli import main
from core.evaluation.sweeps.runner import SweepRunner
from core.llm.ledger import Ledger
from tests.builders import pdf_bytes
from tests.core.evaluation.scripted import writes
from tests.core.evaluation.sweeps.in_thread import InThread
from tests.gemini_server import GeminiServer
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.core.conftest import Printed, Run

KEY = "made-up-key"
ADULTS = "Adults take five milligrams of calverine twice a day."
CHILDREN = "Children take half of that dose."
KEEP = "Keep the tablets below twenty degrees."
THROW = "Throw them away after the printed date."
WRONG = "Children take 80 milligrams."
DOSE, KEEPING = "How much calverine do adults take?", "How are tablets kept?"
HALF, KING = "What do children take?", "Who is king?"
QUOTES = [
    {"question": DOSE, "evidence": [{"page": 1, "quote": ADULTS}]},
    {
        "question": KEEPING,
        "evidence": [{"page": 2, "quote": KEEP}, {"page": 2, "quote": THROW}],
    },
    {"question": HALF, "evidence": [{"page": 1, "quote": CHILDREN}]},
    {"question": KING, "evidence": []},
]
WRITTEN = {DOSE: [(ADULTS, ADULTS), (WRONG, CHILDREN)], KEEPING: [(KEEP, KEEP)]}
"""The third question is left alone though the text answers it, the fourth rightly."""
SETTING = ("--strategy", "fixed", "--n", "16", "--o", "0", "--encoder", "hashing")
BY_MODEL = (*SETTING, "--threshold", "0", "1", "--answers-by-model")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with questions, and a data folder whose library holds the document."""
    folder = tmp_path_factory.mktemp("held")
    (folder / "dose.pdf").write_bytes(pdf_bytes([f"{ADULTS}\n{CHILDREN}", f"{KEEP}\n{THROW}"]))
    rows = [{"id": str(at), "document": "dose.pdf", **row} for at, row in enumerate(QUOTES)]
    (folder / "questions.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTLINE_HOME", str(folder / "home"))
        patch.delenv("GEMINI_API_KEY", raising=False)
        assert main(["ingest", str(folder / "dose.pdf")]) == 0
    return folder


@pytest.fixture
def run(home: Path, held: Path, command: Run) -> Run:
    """Runs the command over a library of its own; it never tells the key."""
    shutil.copytree(held / "home", home)

    def without_key(*arguments: str | Path) -> Printed:
        printed = command("evaluate", *arguments)
        assert KEY not in printed.out + printed.err
        return printed

    return without_key


@pytest.fixture
def in_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps whose workers are no processes."""
    monkeypatch.setattr("core.cli.evaluate.SweepRunner", partial(SweepRunner, hire=InThread))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAiServer]:
    """A model on this machine that writes what is above, with a key."""
    with OpenAiServer(writes(WRITTEN)) as serving:
        monkeypatch.setenv("SIGHTLINE_MODEL", f"openai:llama3.2@{serving.url}")
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        yield serving


def asked(server: GeminiServer) -> list[str]:
    """The questions that reached the server, in their order."""
    texts = [json.dumps(one.body) for one in server.received]
    questions = (DOSE, KEEPING, HALF, KING)
    return [next(one for one in questions if one in text) for text in texts]


def shares(setting: dict[str, Any]) -> dict[str, tuple[float, int]]:
    found = setting["answers"]["shares"]
    return {name: (one["mean"], one["questions"]) for name, one in found.items()}


@pytest.mark.usefixtures("in_thread")
def test_answers_are_judged_as_by_hand_and_shared_by_thresholds(
    run: Run, held: Path, home: Path, server: OpenAiServer
) -> None:
    code, printed, said = run(held / "questions.json", *BY_MODEL, "--json")
    assert code == 0, said
    assert said.startswith(
        "llama3.2 writes the answers: about 18,000 tokens in about 4 calls, free on this machine."
    )
    result = json.loads(printed)
    bold, shy = result["settings"]
    # One claim of two is supported, one of one; one gold line of one is cited, one of two, none.
    assert shares(bold) == {
        "first_right": (pytest.approx(2 / 3), 3),
        "any_right": (pytest.approx(2 / 3), 3),
        "answered": (pytest.approx(2 / 3), 3),
        "right_if_answered": (1.0, 2),
        "abstained": (1.0, 1),
        "faithfulness": (0.75, 2),
        "gold_cited": (0.5, 3),
    }
    assert {name: mean for name, (mean, _) in shares(shy).items()} == {
        "first_right": 0,
        "any_right": 0,
        "answered": 0,
        "abstained": 1,
        "gold_cited": 0,
    }
    wrong = {one["text"]: (one["wrong"], one["unsupported"]) for one in bold["answers"]["mistakes"]}
    assert wrong == {
        DOSE: ("right lines, but a claim they do not bear out", [WRONG]),
        HALF: ("refused, though the text answers", []),
    }
    assert asked(server) == [DOSE, KEEPING, HALF, KING]
    # The key goes to the service and nowhere else.
    assert {one.header("authorization") for one in server.received} == {f"Bearer {KEY}"}
    assert [path for path in home.rglob("*") if path.is_file() and KEY in _text(path)] == []
    # The figures in words.
    code, printed, _ = run("--resume", result["sweep"])
    assert code == 0
    assert printed.splitlines()[0].split()[-5:-2] == ["faithfulness", "gold", "cited"]
    assert "Faithfulness" in printed
    assert "mean of 2" in printed
    assert f"    {WRONG}" in printed.splitlines()
    assert "ms to an answer (median); $0.0000 for 1,000 questions" in printed
    assert "answered by llama3.2" in run("--list")[1]


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_gemini_answers_likewise_for_the_price_that_was_said(
    run: Run, held: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GeminiServer(writes(WRITTEN)) as server:
        monkeypatch.setenv("GEMINI_BASE_URL", server.url)
        monkeypatch.setenv("GEMINI_API_KEY", KEY)
        code, printed, said = run(held / "questions.json", *BY_MODEL, "--json")
    assert code == 0, said
    assert said.startswith("gemini-2.5-flash writes the answers: about 18,000 tokens in about 4")
    assert "less than $0.01 at the prices of the settings" in said
    result = json.loads(printed)
    assert result["writer"]["model"] == "gemini:gemini-2.5-flash"
    assert shares(result["settings"][0])["faithfulness"] == (0.75, 2)
    calls = Ledger(home).calls()
    paid = sum(call.input * 0.30 + call.output * 2.50 for call in calls) / 1e6
    assert [call.stage for call in calls] == ["answer"] * 4
    assert result["settings"][0]["answers"]["price_per_1000"] == pytest.approx(1000 * paid / 4)


def test_without_a_model_nothing_begins_and_what_to_set_is_said(
    run: Run, held: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    code, printed, said = run(held / "questions.json", *BY_MODEL)
    assert (code, printed) == (2, "")
    for words in ("GEMINI_API_KEY", "SIGHTLINE_MODEL", "--answers"):
        assert words in said
    assert "No sweep was made yet" in run("--list")[1]


@pytest.mark.usefixtures("in_thread")
def test_answers_by_rules_ask_no_model(run: Run, held: Path, server: OpenAiServer) -> None:
    code, printed, said = run(held / "questions.json", *SETTING, "--answers", "--json")
    assert (code, said, server.received) == (0, "", [])
    result = json.loads(printed)
    assert result["writer"] is None
    assert "faithfulness" not in result["settings"][0]["answers"]["shares"]
