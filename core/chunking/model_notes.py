"""What has to be told of the answers of a model that is asked in several steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.chunking.base import Making

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.asking import Answers
    from core.llm.model import ModelUse, Task


class ModelNotes:
    """Collects costs, repairs and failures over the steps of one run."""

    def __init__(self) -> None:
        self.repairs: list[str] = []
        self._notices: list[str] = []
        self._uses: list[ModelUse] = []
        self._unused: list[str] = []
        self._took_part = ""

    def add(self, task: Task, answers: Answers[Any], what: str) -> None:
        """Keeps what is to be told of one step, which looked for `what`."""
        self._uses.append(task.use)
        self.repairs += answers.repairs
        if any(map(_is_useful, answers.parts)):
            self._took_part = task.model.name
        else:
            self._unused.append(what)
        if answers.errors:
            self._notices.append(
                f"The language model did not find the {what} ({len(answers.errors)} of "
                f"{answers.asked} requests failed): {answers.errors[0]} Rules and distances "
                "between sentences decided in its place."
            )

    def making(self, tokens: int) -> Making:
        """How a stream of so many tokens was cut, and what rules found though it was asked."""
        use = sum(self._uses[1:], self._uses[0]) if self._uses else None
        alone = ""
        if self._took_part and self._unused:
            alone = f"Rules alone found the {' and the '.join(self._unused)}."
        rewriting = tokens if self._took_part else 0
        notices, repairs = tuple(self._notices), tuple(self.repairs)
        return Making(self._took_part, notices, repairs, use, rewriting, alone)


def _is_useful(answer: Sequence[object] | None) -> bool:
    """Whether an answer says anything: that no topic begins does, that nothing is judged not."""
    return answer is not None and (not answer or any(part is not None for part in answer))
