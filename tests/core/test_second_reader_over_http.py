"""A second reader over HTTP, by both kinds of service: every disagreement is shown, none hidden."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.stand_in import Asked, answer
from core.cli import main
from core.verification.second_reader.base import IN_WORDS
from core.verification.verdicts import Verdict
from tests.builders import pdf_bytes
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Asks = Callable[[], dict[str, Any]]

ADULTS = "Adults take five milligrams of calverine twice a day."
CHILDREN = "Children take half of the calverine that adults take."
CLAIMS = {
    ADULTS: (ADULTS, Verdict.SUPPORTED),
    "Adults take nine milligrams of calverine twice a day.": (ADULTS, Verdict.UNSUPPORTED),
    "Children must swallow calverine with honey before breakfast.": (CHILDREN, Verdict.PARTIAL),
}
"""Claims, each with the line that it cites and the verdict of the checks."""


class Model:
    """A model that writes the claims and reads each as it is told to."""

    def __init__(self) -> None:
        self.reads_as = Verdict.SUPPORTED
        self.read: list[str] = []

    def respond(self, request: Asked) -> Any:
        if request.schema == "WrittenAnswer":
            numbers = {text: int(n) for n, text in re.findall(r"(?m)^(\d+): (.+)$", request.text)}
            told = [{"text": text, "lines": [numbers[line]]} for text, (line, _) in CLAIMS.items()]
            return json.dumps({"abstain": False, "claims": told})
        if request.schema == "ReadVerdict":
            data = dict(request.fenced)
            self.read.append(data["claim"])
            lines = [int(number) for number in re.findall(r"(?m)^(\d+): ", data["lines"])]
            return json.dumps({"verdict": self.reads_as, "lines": lines})
        return answer(request)


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture(params=[GeminiServer, OpenAiServer], ids=["gemini", "openai"])
def server(
    request: pytest.FixtureRequest, model: Model, monkeypatch: pytest.MonkeyPatch
) -> Iterator[GeminiServer]:
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.setenv("SIGHTLINE_SECOND_READER", "model")
    with request.param(model.respond) as serving:
        if request.param is GeminiServer:
            monkeypatch.setenv("GEMINI_BASE_URL", serving.url)
            monkeypatch.setenv("GEMINI_API_KEY", "made-up-key")
        else:
            monkeypatch.setenv("SIGHTLINE_MODEL", f"openai:llama3.2@{serving.url}")
        yield serving


@pytest.fixture
def asks(
    server: GeminiServer, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Asks:
    path = tmp_path / "dose.pdf"
    path.write_bytes(pdf_bytes(["\n\n".join(("1 Dose", ADULTS, CHILDREN))]))
    assert main(["ingest", str(path), "--no-model"]) == 0

    def ask() -> dict[str, Any]:
        capsys.readouterr()
        assert main(["ask", "How much calverine do adults and children take?", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.mark.parametrize("reads_as", list(Verdict))
def test_every_disagreement_is_shown_and_none_is_hidden(
    asks: Asks, model: Model, reads_as: Verdict
) -> None:
    model.reads_as = reads_as
    claims = asks()["claims"]
    assert sorted(model.read) == sorted(CLAIMS) == sorted(claim["text"] for claim in claims)
    for claim in claims:
        _, checks = CLAIMS[claim["text"]]
        second = {one["check"]: one for one in claim["findings"]}["second_reader"]
        assert f"reads it as {IN_WORDS[reads_as]} by the line “" in second["words"]
        if checks is reads_as:
            assert claim["verdict"] == checks
            continue
        assert claim["verdict"] == Verdict.PARTIAL
        assert not second["passed"]
        assert f"By the checks it is {IN_WORDS[checks]}" in second["words"]


def test_claims_are_not_read_twice_for_money(asks: Asks, model: Model) -> None:
    first, second = asks(), asks()
    assert first["claims"] == second["claims"]
    assert len(model.read) == len(CLAIMS)


def test_a_reader_that_fails_leaves_the_checks_and_says_so(
    asks: Asks, server: GeminiServer, model: Model
) -> None:
    written = model.respond

    def respond(request: Asked) -> Any:
        if request.schema == "ReadVerdict":
            server.next(failures.wrong_key())
            return "no verdict"
        return written(request)

    server.respond = respond
    answer_ = asks()
    assert "claims have no second opinion" in answer_["notice"]
    verdicts = [claim["verdict"] for claim in answer_["claims"]]
    assert verdicts == [verdict for _, verdict in CLAIMS.values()]
