"""The Inspector as an agent: a language model asks the tools and chooses the path.

It gets the id of the document, never its name or its text. The policy decides where it fails.

Source: TopoChunker, section 3.1.1 and appendix C, part I.
"""

from __future__ import annotations

import json
import math
import time
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from core.errors import InvalidOption, ModelError, NotFound, ReplyUnusable
from core.file_format import encode_model
from core.inspection import TOOLS
from core.inspection.policy import decide
from core.inspection.results import INSPECTION, Decision, Inspection, RouteDecision, Step
from core.inspection.tool_calls import answer_call, offered_tools, short_id
from core.inspection.worker import STAGE, inspect_document, kept_inspection
from core.llm.base import Request, Speaker, ToolResult, Turn, user_says
from core.llm.prompts import DATA_RULE, fenced
from core.text.one_line import cut_to_line, on_one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event

    from core.inspection.policy import Prices
    from core.library import Library
    from core.llm.base import Reply, ToolCall
    from core.llm.model import LanguageModel, Task
    from core.progress import Progress

R = TypeVar("R")

MOST_STEPS = 6
"""Turns of the model before it has to decide."""
_MOST_CALLS = 6
"""Calls of one turn that are answered: twice as many as there are tools."""
_LONGEST_REASON, _LONGEST_THOUGHT, _LONGEST_NAME = 300, 600, 80
_VERSION = 2
"""Counted up when the same model would be asked in another way."""
_PROBE_FIRST = (
    "Measure before you decide: call at least one of the tools with the id of the document."
)


def _prompt(name: str, **parts: str) -> str:
    """A text for the model, without the line break at its end; no word of a document is in it."""
    return Path(__file__).with_name(f"{name}.txt").read_text("utf-8")[:-1].format(**parts)


_PATHS = _prompt("paths")
_PROBE, _DECIDE = (_prompt(name, paths=_PATHS, data_rule=DATA_RULE) for name in ("probe", "decide"))


def inspect_by_model(
    library: Library, sha: str, model: LanguageModel, progress: Progress | None = None
) -> Inspection:
    """What the Inspector finds out, decided by a language model; asked once, then kept.

    What the policy decides where the model fails is not kept: it is asked again next time.
    `progress` counts turns of the model, also while an answer is waited for, and may raise
    `Cancelled`. Raises as `inspect_document`.
    """
    if decided := known_decision(library, sha, model.name):
        return decided
    prices = library.settings.model_prices
    inspection = decide_by_model(inspect_document(library, sha), model, prices, progress)
    if inspection.decided_by:
        content = encode_model(INSPECTION, inspection)
        library.store_bytes(sha, STAGE, _key(model.name), content)
    return inspection


def known_decision(library: Library, sha: str, model: str) -> Inspection | None:
    """What the model of that name decided before; None if it did not."""
    return kept_inspection(library, sha, _key(model))


def decide_by_model(
    inspection: Inspection,
    model: LanguageModel,
    prices: Prices,
    progress: Progress | None = None,
) -> Inspection:
    """The inspection with the decision of a model, or as it was with a notice that it failed.

    `prices` are US dollars for a million tokens that the model is sent, and answers.
    """
    task = model.task("inspect", inspection.document)
    try:
        probing = _Probing(inspection, task, progress)
        probing.run()
        decision = probing.waited(lambda stop: _decided(inspection, probing, task, prices, stop))
    except ModelError as error:
        notice = f"{model.name} could not choose the route, so the policy did. {error}"
        return inspection.model_copy(update={"notice": notice, "use": task.use})
    chosen = {"decision": decision, "decided_by": model.name, "steps": tuple(probing.steps)}
    return inspection.model_copy(update={**chosen, "use": task.use})


class _Probing:
    """The conversation until the model knows enough, every tool has answered, or time is up."""

    def __init__(self, inspection: Inspection, task: Task, progress: Progress | None) -> None:
        self.steps: list[Step] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.conclusion = ""
        self._inspection = inspection
        self._task = task
        self._progress = progress
        self._turn = 0
        first = Turn(Speaker.USER, f"Document id: {short_id(inspection.document)}")
        self._request = Request(_PROBE, (first,), tools=offered_tools())

    def run(self) -> None:
        """Raises `ReplyUnusable` where the model measures nothing."""
        reminded = False
        for turn in range(MOST_STEPS):
            self._turn = turn
            began = time.perf_counter()
            reply = self.waited(lambda stop: self._task.step(self._request, stop))
            if reply.calls:
                self._answer(reply, time.perf_counter() - began)
            elif self.answers:
                self.conclusion = cut_to_line(reply.text, _LONGEST_THOUGHT)
                return
            elif reminded:
                break
            else:
                reminded = True
                reminder = Turn(Speaker.USER, _PROBE_FIRST)
                self._request = self._request.then(reply.turn, reminder)
            if len(self.answers) == len(TOOLS):
                return
        if not self.answers:
            raise ReplyUnusable("It decided without measuring anything.")

    def waited(self, ask: Callable[[Event], R]) -> R:
        """What a call gives; progress is told while it is on its way, so that it can be left."""

        def tell(_done: int, _total: int) -> None:
            if self._progress:
                self._progress(self._turn, MOST_STEPS)

        tell(0, 1)
        return self._task.beside(lambda _, stop: ask(stop), 1, tell)[0]

    def _answer(self, reply: Reply, seconds: float) -> None:
        results: list[ToolResult] = []
        for at, call in enumerate(reply.calls):
            if at >= _MOST_CALLS:
                results.append(ToolResult(call.name, {"error": "Too many calls at once."}))
                continue
            answer = self._answer_to(call)
            results.append(ToolResult(call.name, answer))
            step = Step(
                tool=cut_to_line(call.name, _LONGEST_NAME),
                arguments=_shown(call.arguments),
                answer=answer,
                seconds=0.0 if at else round(seconds, 3),
                thought="" if at else cut_to_line(reply.text, _LONGEST_THOUGHT),
            )
            self.steps.append(step)
        self._request = self._request.then(reply.turn, Turn(Speaker.USER, results=tuple(results)))

    def _answer_to(self, call: ToolCall) -> dict[str, Any]:
        try:
            answer = answer_call(self._inspection, call.name, call.arguments)
        except (InvalidOption, NotFound) as error:
            return {"error": cut_to_line(str(error), _LONGEST_THOUGHT)}
        self.answers[call.name] = answer
        return answer


def _decided(
    inspection: Inspection, probing: _Probing, task: Task, prices: Prices, stop: Event
) -> Decision:
    """The decision of the model from what it asked for, beside the balance of the policy."""
    notes = [step.thought for step in probing.steps if step.thought]
    notes += [probing.conclusion] if probing.conclusion else []
    balance = decide(inspection.metadata, inspection.layout, inspection.rules, prices).balance
    costs = {each.path: {"tokens": each.tokens, "dollars": each.dollars} for each in balance}
    figures = json.dumps({**probing.answers, "by_a_model": costs}, sort_keys=True)
    request = [f"Document id: {short_id(inspection.document)}", fenced(figures, "figures")]
    request += [fenced("\n".join(notes), "notes")] if notes else []
    chosen = task.ask(user_says(_DECIDE, "\n".join(request)), RouteDecision, _check, stop)
    return Decision(
        selected_path=chosen.selected_path,
        confidence_score=round(chosen.confidence_score, 2),
        risk_score=round(chosen.risk_score, 2),
        reason=on_one_line(chosen.reason),
        balance=balance,
    )


def _check(chosen: RouteDecision) -> None:
    for name in ("confidence_score", "risk_score"):
        value = getattr(chosen, name)
        if not (math.isfinite(value) and 0.0 <= value <= 1.0):
            raise ReplyUnusable(f"{name} has to lie between 0 and 1.")
    if not 0 < len(on_one_line(chosen.reason)) <= _LONGEST_REASON:
        raise ReplyUnusable(f"The reason needs 1 to {_LONGEST_REASON} characters.")


def _shown(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as they are kept: what no tool takes is cut short."""
    return {
        cut_to_line(name, _LONGEST_NAME): cut_to_line(str(value), _LONGEST_NAME)
        for name, value in list(arguments.items())[:_MOST_CALLS]
    }


def _key(model: str) -> str:
    return f"agent-{_VERSION}-{blake2b(model.encode(), digest_size=5).hexdigest()}.json"
