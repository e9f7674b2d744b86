"""Workers without a process, so that tests of what a runner does are fast."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from core.evaluation.shared_stages import Materials
from core.evaluation.sweeps.worker import Worker
from core.jobs.messages import Reply
from core.jobs.process import ChildProcess, Ended
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.evaluation.sweeps.base import Plan
    from core.progress import Progress
    from core.settings import Settings


class InThread(ChildProcess):
    """Answers in the thread that asks; `hire` of a runner may be this class.

    Stopped, it ends at the next report of progress, as a process would at once.
    """

    def __init__(self, plan: Plan, settings: Settings, workers: int) -> None:
        self._answer = Worker(plan, Materials(Workbench(settings))).answer
        self._plan, self._settings = plan, settings
        self._stopped = False

    def ask(
        self, request: Mapping[str, Any], progress: Progress | None = None, **_limits: Any
    ) -> Reply:
        def report(done: int, total: int) -> None:
            if self._stopped:
                raise Ended(1, "stopped")
            if progress:
                progress(done, total)

        report(0, 1)
        answer = self._answer(**json.loads(json.dumps(request)), progress=report)
        return Reply(json.loads(json.dumps(answer)))

    def stop(self) -> None:
        self._stopped = True

    def __enter__(self) -> InThread:
        return self

    def __exit__(self, *raised: object) -> None:
        self.stop()
