"""The search: a first look at the whole space, halving, then steps to neighbours.

Source: Jamieson and Talwalkar 2016, "Non-stochastic best arm identification and hyperparameter
optimization" (successive halving), with whole documents as the resource.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from core.errors import InvalidOption
from core.evaluation.comparison import paired_difference
from core.evaluation.metrics.intervals import bootstrap_mean
from core.evaluation.tuning.arms import Arm, arms, neighbours, spread
from core.evaluation.tuning.base import Judged, Recommendation, ScoreAll, Trial, TuneOptions
from core.evaluation.tuning.question_split import halves, rounds
from core.evaluation.tuning.recommending import SURE, given_up, ranked, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration
    from core.evaluation.outcome import Scored
    from core.evaluation.questions.base import QuestionSet

_SHARES = (0.25, 0.5)
"""Shares of the documents in the rounds before the one with all."""
_ETA = 2
"""One arm of so many goes on to the next round."""
_FIRST = 0.6
"""Share of the budget for the first look; the rest is for rounds and neighbours."""
_FEWEST = 4
"""Questions with evidence that a half needs."""


def tune(
    space: Sequence[Configuration],
    current: Configuration,
    questions: QuestionSet,
    score_all: ScoreAll,
    options: TuneOptions | None = None,
) -> Recommendation:
    """The setting of `space` that is best on one half of the questions, judged on the other.

    `current` is what it is compared with, and may win.

    Raises:
        InvalidOption: there are too few questions with evidence of their own for two halves, or
            no setting keeps to the options.
        Cancelled: `score_all` was stopped.
    """
    tuning, held_out = halves_of_enough(questions)
    search = _Search(arms([current, *space]), tuning, score_all, options or TuneOptions())
    search.run()
    best_first = ranked(list(search.whole.values()), search.options)
    if not best_first:
        raise InvalidOption(
            "No setting retrieves as few tokens as asked for. Allow more of them, or let the "
            "search try smaller chunks or a smaller k."
        )
    return _judged(best_first, current, search, held_out)


def halves_of_enough(questions: QuestionSet) -> tuple[QuestionSet, QuestionSet]:
    """The half that settings are chosen by, and the one that judges.

    Raises:
        InvalidOption: there are too few questions with evidence of their own for two halves.
    """
    parts = halves(questions)
    for half in parts:
        if sum(question.answerable for question in half.questions) < _FEWEST:
            raise InvalidOption(
                f"{questions.name}: {2 * _FEWEST} questions with evidence are needed, so that one "
                "half can be held out; those that share lines stay in one half. Make or import "
                "some more."
            )
    return parts


@dataclass
class _Search:
    """What was tried: `whole` holds settings scored on all of the tuning half."""

    arms: list[Arm]
    tuning: QuestionSet
    score_all: ScoreAll
    options: TuneOptions
    whole: dict[str, Scored] = field(default_factory=dict)
    trials: list[Trial] = field(default_factory=list)
    round: int = 0
    _tried: set[str] = field(default_factory=set)
    """Keys of the arms that were scored on all of the tuning half."""
    _embedded: set[tuple[str, str]] = field(default_factory=set)
    arm_of: dict[str, Arm] = field(init=False)
    """By the key of each setting."""

    def __post_init__(self) -> None:
        self.arm_of = {setting.key: arm for arm in self.arms for setting in arm.settings}

    @property
    def spent(self) -> float:
        """How often the documents of the tuning half were embedded; see `TuneOptions.budget`."""
        return len(self._embedded) / max(len(self.tuning.documents), 1)

    def run(self) -> None:
        """Spends the budget."""
        parts = rounds(self.tuning, _SHARES)
        left = spread(self.arms, max(3, int(self.options.budget * _FIRST / self._price(parts))))
        if self.arms[0] not in left:
            left = [self.arms[0], *left[:-1]]
        for part in parts:
            scored = self._scored(left, part)
            if part is not self.tuning:
                left = self._best_arms(left, scored)
        while untried := self._next():
            self._scored(untried, self.tuning)

    def _price(self, parts: Sequence[QuestionSet]) -> float:
        """What an arm of the first round costs, with its share of the rounds after it.

        A round embeds only the documents that the one before it had not.
        """
        total = max(len(self.tuning.documents), 1)
        shares = [0.0, *(len(part.documents) / total for part in parts)]
        return sum((new - old) / _ETA**index for index, (old, new) in enumerate(pairwise(shares)))

    def _scored(self, tried: Sequence[Arm], part: QuestionSet) -> Sequence[Scored]:
        self.round += 1
        settings = [setting for arm in tried for setting in arm.settings]
        every = self.score_all(settings, part)
        self._embedded |= {(arm.texts, name) for arm in tried for name in part.documents}
        measure = self.options.measure
        self.trials += [
            Trial(
                round=self.round,
                setting=setting,
                questions=len(scored.values(measure)),
                value=scored.mean(measure),
                tokens=scored.mean("retrieved_tokens"),
            )
            for setting, scored in zip(settings, every, strict=True)
        ]
        if part is self.tuning:
            self.whole |= {scored.key: scored for scored in every}
            self._tried |= {arm.key for arm in tried}
        return every

    def _best_arms(self, tried: Sequence[Arm], every: Sequence[Scored]) -> list[Arm]:
        """The arms that go on; the current one always does."""
        best = dict.fromkeys(self.arm_of[scored.key].key for scored in ranked(every, self.options))
        going_on = list(best)[: -(-len(tried) // _ETA)]
        return [arm for arm in tried if arm.key in going_on or arm is self.arms[0]]

    def _next(self) -> list[Arm]:
        room = max(int(self.options.budget - self.spent), 0)
        for scored in ranked(list(self.whole.values()), self.options)[:_ETA]:
            near = neighbours(self.arm_of[scored.key], self.arms)
            if fresh := [arm for arm in near if arm.key not in self._tried][:room]:
                return fresh
        return []


def _judged(
    best_first: Sequence[Scored], current: Configuration, search: _Search, held_out: QuestionSet
) -> Recommendation:
    """The best setting, the next of another arm and the current one on the held-out half."""
    setting_of = {setting.key: setting for arm in search.arms for setting in arm.settings}
    best_key = best_first[0].key
    # One that is cut in another way tells more than one that is only searched in another.
    own = search.arm_of[best_key]
    others = [scored.key for scored in best_first if search.arm_of[scored.key] is not own]
    names = list(dict.fromkeys([best_key, *others[:1], current.key]))
    scored = search.score_all([setting_of[name] for name in names], held_out)
    unseen = dict(zip(names, scored, strict=True))
    measure = search.options.measure

    def judged(key: str) -> Judged:
        tuned, on_held_out = search.whole[key], unseen[key]
        return Judged(
            setting=setting_of[key],
            tuned=bootstrap_mean(tuned.values(measure)),
            held_out=bootstrap_mean(on_held_out.values(measure)),
            tokens=on_held_out.mean("retrieved_tokens"),
            seconds=on_held_out.cost.search_seconds if on_held_out.cost else 0.0,
        )

    best, now = judged(best_key), judged(current.key)
    second = judged(others[0]) if others else None
    gain = paired_difference(unseen[best_key], unseen[current.key], measure)
    lead = paired_difference(unseen[best_key], unseen[others[0]], measure) if others else None
    adopt = best_key != current.key and gain is not None and gain.better >= SURE
    return Recommendation(
        best=best,
        runner_up=second,
        current=now,
        gain=gain,
        lead=lead,
        adopt=adopt,
        reason=reason(best, now, gain, measure, adopt=adopt),
        given_up=given_up(best, second, now, measure),
        spent=search.spent,
        trials=tuple(search.trials),
        measure=measure,
        tuning_questions=len(search.tuning.questions),
        held_out_questions=len(held_out.questions),
    )
