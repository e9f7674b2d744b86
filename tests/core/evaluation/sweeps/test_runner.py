"""Sweeps over worker processes: paused, cancelled, crashed and resumed, nothing is lost."""

from __future__ import annotations

import shutil
import time
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest

from core.errors import InputError, InvalidOption, NotFound, SetupError
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, State
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.sweeps.store import SweepStore
from core.jobs.process import Ended
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.evaluation.builders import question
from tests.core.evaluation.sweeps.in_thread import InThread
from tests.processes import children_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import psutil

    from core.progress import Progress


WAIT = 120
DOSE = "Adults take five milligrams of calverine twice a day.\nChildren take half of that dose."
SIZES = Grid(strategies=("fixed",), options={"N": (16, 24, 32), "O": (0.0,)}, encoders=("hashing",))
MANY = SIZES.model_copy(update={"options": {"max_tokens": tuple(range(16, 56))}})


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose library holds one document."""
    home = tmp_path_factory.mktemp("prepared") / "home"
    Workbench(load_settings(home=home, parse_workers=1)).documents.add(
        pdf_bytes([DOSE] * 3), "dose.pdf"
    )
    return home


@pytest.fixture
def bench(prepared: Path, tmp_path: Path) -> Workbench:
    shutil.copytree(prepared, tmp_path / "home")
    return Workbench(load_settings(home=tmp_path / "home", parse_workers=1))


@pytest.fixture
def runner(bench: Workbench) -> Iterator[SweepRunner]:
    """Sweeps whose workers are threads."""
    made = SweepRunner(bench, 2, InThread)
    yield made
    made.close()


@pytest.fixture
def real(bench: Workbench) -> Iterator[SweepRunner]:
    """Sweeps whose workers are processes, none of which is left behind."""
    made = SweepRunner(bench, 2)
    yield made
    made.close()
    assert workers() == []


def plan(bench: Workbench, grid: Grid = SIZES, name: str = "sweep") -> Plan:
    sir = bench.documents.sir(bench.library.list()[0].sha)
    asked = question(sir, "How much do adults take?", "five milligrams of calverine")
    questions = QuestionSet(name="dose", questions=(asked, question(sir, "Who is king?")))
    settings = tuple(one.to_json() for one in grid.settings())
    return Plan(name=name, questions=questions, settings=settings)


def workers() -> list[psutil.Process]:
    return children_named("worker")


def until(told: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not told():
        assert time.monotonic() < end
        time.sleep(0.01)


def scored_files(bench: Workbench) -> dict[str, int]:
    """Each file with the time of its writing, which tells whether it was written again."""
    found = bench.settings.home.glob("evaluation/sweeps/*/scored/*.json")
    return {path.name: path.stat().st_mtime_ns for path in found}


def test_processes_score_every_setting_in_the_order_of_the_plan(
    real: SweepRunner, bench: Workbench
):
    runner = real
    held = plan(
        bench,
        Grid(
            parsers=("", "semantic_flow"),
            options={"N": (16, 32)},
            encoders=("hashing",),
            top_k=(1, 3),
        ),
    )
    key = runner.start(held)
    assert runner.wait(WAIT)
    found = runner.result(key)
    assert [one.setting for one in found.scored] == list(held.settings)
    assert [one.failed for one in found.scored] == [""] * 8
    assert all(one.mean("line_recall") is not None for one in found.scored)
    status = runner.status(key)
    assert (status.state, status.done, status.total, status.questions) == (State.DONE, 8, 8, 2)


def test_what_was_scored_before_is_taken_over_by_another_sweep(
    runner: SweepRunner, bench: Workbench
):
    first = runner.result(_done(runner, plan(bench)))
    again = runner.result(_done(runner, plan(bench, name="again")))
    assert again.scored == first.scored
    assert len(runner.list()) == 2


def test_a_paused_sweep_goes_on_with_what_is_left(runner: SweepRunner, bench: Workbench):
    key = runner.start(plan(bench, MANY))
    until(lambda: runner.status(key).done > 1)
    runner.pause(key)
    assert runner.wait(WAIT)
    paused, before = runner.status(key), scored_files(bench)
    assert (paused.state, paused.done) == (State.PAUSED, len(before))
    assert paused.done < 40
    runner.resume(key)
    assert runner.wait(WAIT)
    after = scored_files(bench)
    assert runner.status(key).state is State.DONE
    assert before.items() <= after.items()
    assert len(after) == 40


def test_a_cancelled_sweep_keeps_what_is_done_and_ends_its_processes(
    real: SweepRunner, bench: Workbench
):
    runner = real
    key = runner.start(plan(bench, MANY))
    until(lambda: runner.status(key).done > 1)
    runner.cancel(key)
    assert runner.wait(WAIT)
    assert workers() == []
    status = runner.status(key)
    assert status.state is State.CANCELLED
    assert len(runner.result(key).scored) == status.done == len(scored_files(bench))


def test_what_was_scored_before_the_app_ended_counts_as_soon_as_a_sweep_is_resumed(
    bench: Workbench,
):
    ended = SweepRunner(bench, 2, InThread)
    key = ended.start(plan(bench, MANY))
    until(lambda: ended.status(key).done > 1)
    ended.close()
    shown: list[int] = []

    class Looking(InThread):
        def ask(
            self, request: Mapping[str, Any], progress: Progress | None = None, **_limits: Any
        ) -> Any:
            if request["job"] == "read":
                shown.append(runner.status(key).done)
            return super().ask(request, progress)

    before = scored_files(bench)
    runner = SweepRunner(Workbench(bench.settings), 1, Looking)
    assert runner.status(key).state is State.BROKEN
    runner.resume(key)
    assert runner.wait(WAIT)
    assert shown == [len(before)]
    assert (runner.status(key).state, runner.status(key).done) == (State.DONE, 40)
    assert before.items() <= scored_files(bench).items()


def test_a_process_that_crashes_costs_nothing_the_first_time(real: SweepRunner, bench: Workbench):
    runner = real
    key = runner.start(plan(bench))
    until(lambda: bool(workers()))
    workers()[0].kill()
    assert runner.wait(WAIT)
    assert [one.failed for one in runner.result(key).scored] == [""] * 3


class Crashing(InThread):
    """Ends over the setting of 24 tokens."""

    def ask(
        self, request: Mapping[str, Any], progress: Progress | None = None, **_limits: Any
    ) -> Any:
        if request.get("setting", {}).get("options", {}).get("max_tokens") == 24:
            raise Ended(1, "out of memory")
        return super().ask(request, progress)


def test_a_setting_that_crashes_every_worker_fails_alone(bench: Workbench):
    runner = SweepRunner(bench, 2, Crashing)
    found = runner.result(_done(runner, plan(bench))).scored
    assert [bool(one.failed) for one in found] == [False, True, False]
    assert "out of memory" in found[1].failed


def test_a_disk_that_is_full_breaks_the_sweep_off_with_words(
    runner: SweepRunner, bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    def full(*arguments: object) -> None:
        raise SetupError("The data folder cannot be written: no space left.")

    held = plan(bench)
    with monkeypatch.context() as patched:
        patched.setattr(SweepStore, "save", full)
        key = _done(runner, held)
    status = runner.status(key)
    assert (status.state, status.done) == (State.BROKEN, 0)
    assert "no space left" in status.problem
    runner.resume(key)
    assert runner.wait(WAIT)
    assert (runner.status(key).state, runner.status(key).problem) == (State.DONE, "")


def test_a_sweep_that_could_not_begin_can_be_started_again(
    runner: SweepRunner, bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    def full(*arguments: object) -> None:
        raise SetupError("The data folder cannot be written: no space left.")

    with monkeypatch.context() as patched:
        patched.setattr(SweepStore, "set_state", full)
        with pytest.raises(SetupError):
            runner.start(plan(bench))
    assert runner.wait(0)
    assert runner.status(_done(runner, plan(bench))).state is State.DONE


def test_a_setting_that_cannot_be_scored_says_why_and_the_others_go_on(
    runner: SweepRunner, bench: Workbench
):
    held = plan(bench, SIZES.model_copy(update={"encoders": ("hashing", "guess")}))
    found = runner.result(_done(runner, held)).scored
    assert [bool(one.failed) for one in found] == [False, True] * 3
    assert "guess" in found[1].failed
    status = runner.status(held.key)
    assert (status.state, status.done, status.failed) == (State.DONE, 6, 3)


def test_two_sweeps_share_the_workers_and_both_end(runner: SweepRunner, bench: Workbench):
    one, two = runner.start(plan(bench)), runner.start(plan(bench, MANY, "many"))
    until(lambda: runner.status(two).state is not State.WAITING)
    assert runner.wait(WAIT)
    assert {runner.status(key).state for key in (one, two)} == {State.DONE}


def test_a_sweep_that_waits_can_be_cancelled_and_deleted(bench: Workbench):
    runner = SweepRunner(bench, 1, InThread)
    first, second = runner.start(plan(bench, MANY)), runner.start(plan(bench, name="second"))
    assert runner.status(second).state is State.WAITING
    runner.cancel(second)
    assert runner.status(second).state is State.CANCELLED
    for key in (first, second):
        runner.delete(key)
    assert runner.list() == []
    with pytest.raises(NotFound):
        runner.status(first)


def test_the_rounds_of_a_search_go_with_it(runner: SweepRunner, bench: Workbench):
    kept = _done(runner, plan(bench))
    for name in ("round 1", "round 2"):
        _done(runner, plan(bench, name=name).model_copy(update={"part_of": "search"}))
    runner.delete_parts("search")
    assert [one.key for one in runner.list()] == [kept]


def test_a_damaged_result_is_scored_again(runner: SweepRunner, bench: Workbench):
    key = _done(runner, plan(bench))
    path = next(bench.settings.home.glob(f"evaluation/sweeps/{key}/scored/*.json"))
    path.write_bytes(path.read_bytes()[:100])
    assert len(runner.result(key).scored) == 2
    assert runner.status(key).state is State.BROKEN
    runner.resume(key)
    assert runner.wait(WAIT)
    assert len(runner.result(key).scored) == 3


def test_a_corrected_tree_is_measured_anew(runner: SweepRunner, bench: Workbench):
    held = plan(bench)
    key, before = _done(runner, held), scored_files(bench)
    sha = bench.library.list()[0].sha
    node = next(held for held in bench.documents.sir(sha).nodes if held.text)
    bench.documents.correct(sha, node.id, aside=True)
    runner.workbench = Workbench(bench.settings)
    written = runner.status(key).written
    assert _done(runner, held) == key
    assert runner.status(key).written > written
    assert len(runner.result(key).scored) == 3
    assert not before.keys() & scored_files(bench).keys()


class Correcting(InThread):
    """Somebody corrects the document after it was read, before a setting is scored."""

    def ask(
        self, request: Mapping[str, Any], progress: Progress | None = None, **_limits: Any
    ) -> Any:
        if request["job"] != "score" or request["setting"]["options"]["max_tokens"] != 24:
            return super().ask(request, progress)
        bench = Workbench(self._settings)
        sha = bench.library.list()[0].sha
        if not bench.documents.corrections(sha):
            node = next(held for held in bench.documents.sir(sha).nodes if held.text)
            bench.documents.correct(sha, node.id, aside=True)
        with InThread(self._plan, self._settings, 1) as later:
            return later.ask(request, progress)


def test_what_rests_on_a_tree_that_was_corrected_meanwhile_is_not_kept(bench: Workbench):
    runner = SweepRunner(bench, 1, Correcting)
    held = plan(bench)
    key = _done(runner, held)
    status = runner.status(key)
    assert status.state is State.BROKEN
    assert "corrected" in status.problem
    before = scored_files(bench)
    assert len(before) == status.done < 3
    runner.resume(key)
    assert runner.wait(WAIT)
    assert runner.status(key).state is State.DONE
    assert not before.keys() & scored_files(bench).keys()
    assert len({name.partition("-")[2] for name in scored_files(bench)}) == 1


def test_another_process_may_look_but_not_touch(runner: SweepRunner, bench: Workbench):
    store = SweepStore(bench.settings.home)
    key = store.keep(plan(bench)).plan.key
    running = store.lock(key)
    assert running
    assert runner.status(key).state is State.RUNNING
    for act in (runner.resume, runner.pause, runner.cancel, runner.delete):
        with pytest.raises(InputError, match="another process"):
            act(key)
    running.release()


def test_a_sweep_starts_while_another_process_asks_for_its_state(
    runner: SweepRunner, bench: Workbench
):
    held = plan(bench)
    asking = SweepStore(bench.settings.home).lock(held.key)
    assert asking
    Timer(0.1, asking.release).start()
    assert runner.status(_done(runner, held)).state is State.DONE


def test_questions_about_documents_that_are_not_there_are_refused(
    runner: SweepRunner, bench: Workbench
):
    held = plan(bench)
    lost = QuestionSet(name="lost", questions=(Question(text="Why?", documents=("0" * 64,)),))
    empty = QuestionSet(name="empty", questions=(Question(text="Why?"),))
    with pytest.raises(NotFound, match="not in the library"):
        runner.start(held.model_copy(update={"questions": lost}))
    with pytest.raises(InvalidOption, match="names a document"):
        runner.start(held.model_copy(update={"questions": empty}))
    assert runner.list() == []


def _done(runner: SweepRunner, held: Plan) -> str:
    key = runner.start(held)
    assert runner.wait(WAIT)
    return key
