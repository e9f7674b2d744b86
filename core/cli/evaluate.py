"""Settings measured on questions, as the page Evaluate does it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.answer_scores import score_lines
from core.cli.evaluate_arguments import OUT_FORMATS, SHOWN, grid_of
from core.cli.output import save
from core.cli.score_table import file_content, records, table_lines
from core.configuration import Configuration
from core.errors import Cancelled, InvalidOption, NotFound
from core.evaluation.answer_figures import ANSWER_MEASURES, CLAIM_MEASURES
from core.evaluation.model_estimate import estimate_in_words, measured_seconds, writing_estimate
from core.evaluation.questions.formats import read_questions
from core.evaluation.questions.store import QuestionStore
from core.evaluation.sweeps.base import Plan, SweepStatus, Within, Writer
from core.evaluation.sweeps.grid import planned_notice
from core.evaluation.sweeps.presets import PRESETS
from core.evaluation.sweeps.runner import SweepRunner
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from core.cli.console import Console
    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.formats.base import Problem
    from core.workbench import Workbench

_LOOK_SECONDS = 0.2
_NAME_LENGTH = 80


def evaluate(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Scores settings and shows them in a table; whether all of them could be scored."""
    _check(arguments)
    runner = SweepRunner(workbench, arguments.workers)
    if arguments.list:
        return _show(runner, console)
    key = _resumed(runner, arguments, console) or _started(runner, arguments, console)
    _finish(runner, key, console)
    result = runner.result(key)
    console.say(*table_lines(result, arguments.measures or _usual(result.plan)))
    console.say(*score_lines(result))
    if arguments.out:
        content = file_content(result, arguments.out)
        save(arguments.out, content)
        console.say(f"{arguments.out}: {len(content)} bytes")
    console.result(
        {
            "sweep": key,
            "questions": len(result.plan.questions.questions),
            "question_set": result.plan.questions.key,
            "within": result.plan.within.value,
            "writer": result.plan.writer and result.plan.writer.model_dump(),
            "settings": records(result),
            "file": str(arguments.out) if arguments.out else None,
        }
    )
    return not any(scored.failed for scored in result.scored)


def _check(arguments: Namespace) -> None:
    """Refuses before the work what would be refused after it."""
    out: Path | None = arguments.out
    if out and out.suffix.lower() not in OUT_FORMATS:
        raise InvalidOption(f"--out takes a file that ends in {', '.join(OUT_FORMATS)}.")
    if not (arguments.questions or arguments.resume or arguments.list):
        raise InvalidOption("Give QUESTIONS (a file, or the name of a set), --resume or --list.")


def _usual(plan: Plan) -> tuple[str, ...]:
    """The measures that a table shows where none are named."""
    if plan.writer:
        return (*ANSWER_MEASURES, *CLAIM_MEASURES)
    return ANSWER_MEASURES if plan.answers else SHOWN


def _started(runner: SweepRunner, arguments: Namespace, console: Console) -> str:
    """The key of the sweep that the arguments name, begun after what it costs was said."""
    plan = _plan(runner.workbench, arguments, console)
    console.notice(_cost_notice(runner.workbench, plan, plan.settings))
    return runner.start(plan)


def _cost_notice(workbench: Workbench, plan: Plan, left: Sequence[Mapping[str, Any]]) -> str:
    """What the answers of a language model to the settings left may cost; empty without one."""
    if not (plan.writer and left):
        return ""
    settings, model = workbench.settings, workbench.model
    ledger = model.ledger if model else None
    asked, seconds = writing_estimate(
        [Configuration.from_json(values) for values in left],
        len(plan.questions.questions),
        plan.writer,
        settings,
        measured_seconds(ledger.calls() if ledger else (), plan.writer.name),
    )
    return (
        f"{plan.writer.name} writes the answers: {estimate_in_words(asked, settings)}. That takes "
        f"about {max(1, round(seconds / 60))} min. What it answered before costs nothing again."
    )


def _writer(workbench: Workbench, arguments: Namespace) -> Writer | None:
    """The language model that answers, where that is asked for.

    Raises:
        InvalidOption: there is none.
    """
    if not arguments.answers_by_model:
        return None
    writer = Writer.of(workbench.settings)
    if writer is None:
        raise InvalidOption(
            "There is no language model to answer: set GEMINI_API_KEY, or SIGHTLINE_MODEL to a "
            "model such as openai:NAME@ADDRESS, or give --answers to have rules answer."
        )
    return writer


def _plan(workbench: Workbench, arguments: Namespace, console: Console) -> Plan:
    writer = _writer(workbench, arguments)
    for path in arguments.documents:
        with console.progress(path.name) as progress:
            workbench.documents.add(path, path.name, progress=progress)
    questions = _questions(workbench, arguments.questions, console)
    grid = grid_of(arguments, workbench, questions)
    settings = grid.settings()
    for name in dict.fromkeys(setting.encoder for setting in settings):
        workbench.chunks.encoder(name)
    console.notice(planned_notice(settings))
    return Plan(
        name=(arguments.name or questions.name)[:_NAME_LENGTH],
        questions=questions,
        settings=tuple(setting.to_json() for setting in settings),
        within=Within(arguments.within),
        answers=arguments.answers or grid.varies_answers,
        writer=writer,
    )


def _questions(workbench: Workbench, reference: str, console: Console) -> QuestionSet:
    """The questions of a file, or of the set that is kept under a name.

    Raises:
        NotFound: there is neither.
        InputError: the file is of no known format, or none of its questions can be used.
    """
    path = Path(reference)
    if path.is_file():
        imported = read_questions(path, workbench)
        console.notice(*_problem_lines(imported.problems))
        return imported.set
    store = QuestionStore(workbench.settings.home)
    try:
        return store.load(reference).complete
    except NotFound as error:
        known = ", ".join(question_set.name for question_set in store.list()) or "none yet"
        raise NotFound(
            f"{reference} is neither a file nor a question set that is kept. Kept are: {known}."
        ) from error


def _problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """What of a file cannot be used; a reason that many rows share is named once."""
    rows: dict[str, list[Problem]] = {}
    for problem in problems:
        rows.setdefault(problem.reason, []).append(problem)
    for reason, alike in rows.items():
        first = alike[0]
        yield str(first) if len(alike) == 1 else f"{first.row} and {len(alike) - 1} more: {reason}"


def _resumed(runner: SweepRunner, arguments: Namespace, console: Console) -> str:
    """The key of the sweep to go on with, by its beginning; empty where none is asked for.

    What the settings that are left cost is said before.

    Raises:
        NotFound: there is no such sweep, or several begin so.
    """
    if not arguments.resume:
        return ""
    keys = [sweep.key for sweep in runner.list() if sweep.key.startswith(arguments.resume)]
    if len(keys) != 1:
        raise NotFound(
            f"{len(keys)} sweeps have a key that begins with {arguments.resume!r}. See: python -m "
            "core evaluate --list"
        )
    result = runner.result(keys[0])
    scored = {setting.key for setting in result.scored if not setting.failed}
    left = [
        values
        for values in result.plan.settings
        if Configuration.from_json(values).key not in scored
    ]
    console.notice(_cost_notice(runner.workbench, result.plan, left))
    runner.resume(keys[0])
    return keys[0]


def _finish(runner: SweepRunner, key: str, console: Console) -> None:
    """Waits for a sweep; Ctrl-C stops it at once and says how to go on."""
    try:
        with console.progress("settings") as progress:
            while not runner.wait(_LOOK_SECONDS):
                status = runner.status(key)
                progress(status.done, status.total)
    except Cancelled:
        runner.cancel(key)
        runner.wait()
        console.error(f"To go on: python -m core evaluate --resume {key}")
        raise


def _show(runner: SweepRunner, console: Console) -> bool:
    sweeps = runner.list()
    console.say(*_sweep_lines(sweeps), *_preset_lines())
    presets = {
        name: {"title": preset.title, "words": preset.words} for name, preset in PRESETS.items()
    }
    statuses = [sweep.model_dump(mode="json") for sweep in sweeps]
    console.result({"sweeps": statuses, "presets": presets})
    return True


def _sweep_lines(sweeps: Sequence[SweepStatus]) -> Iterator[str]:
    if not sweeps:
        yield "No sweep was made yet."
    for sweep in sweeps:
        yield (
            f"{sweep.key}  {sweep.name}: {sweep.state.value}, "
            f"{sweep.done} of {number_of(sweep.total, 'setting')}, "
            f"{number_of(sweep.questions, 'question')} of {sweep.question_set}, "
            f"{f'answered by {sweep.answered_by}, ' if sweep.answered_by else ''}"
            f"{sweep.created[:16].replace('T', ' ')}"
        )


def _preset_lines() -> Iterator[str]:
    yield ""
    yield "Presets:"
    for name, preset in PRESETS.items():
        yield f"  {name:<10} {preset.words}"
