"""The conversation so far, which lives as long as the session, and the way through its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from components import state
from components.ask.citation_cards import Card, Evidence, against, cited, nearest
from core.answering.base import Answer, Exchange, Objection
from core.history.checks import Review
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.history.conversations import ConversationTurn

_TURNS, _STEP, _COMING = "sightline.turns", "sightline.step", "sightline.coming"
_IN_SIGHT = "sightline.turn-in-sight"
_REMEMBERED = 4
"""Turns of the conversation that a further question may speak of."""
_LONGEST = 600
"""Characters of an earlier answer that are remembered."""
_NOTHING = "The documents hold no answer."
_NO_LINES = Card(Evidence("", ""), "", "No lines", "", "No lines")
"""Stands for the evidence of a claim that has none, so that it can be come to and decided."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its answer, and cards of its citations and of the nearest passages.

    `against` holds for each claim the cards of its objections. `stopped` answers are not whole:
    the user stopped them. `settings` is the configuration that it was asked with, as in an address,
    `searched` the ids of the documents that were chosen for it, none for all.
    `review` is what a person decided of its items, `signed` the id of the signed answer that was
    made of it. `kept` is the turn as it is in the data folder, or is to be: `is_kept` says which.
    """

    answer: Answer
    cited: tuple[Card, ...]
    near: tuple[Card, ...]
    stopped: bool = False
    against: tuple[tuple[Card, ...], ...] = ()
    settings: str = ""
    review: Review = field(default_factory=Review)
    signed: str = ""
    kept: ConversationTurn | None = None
    is_kept: bool = False
    searched: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Tells it from all turns, also of other conversations; for the keys of widgets."""
        return self.kept.asked_at.isoformat() if self.kept else ""

    @classmethod
    def of(
        cls,
        answer: Answer,
        *,
        stopped: bool = False,
        settings: str = "",
        searched: tuple[str, ...] = (),
        kept: ConversationTurn | None = None,
    ) -> Turn:
        """A turn with all of its cards, of an answer that was just given or of one that is kept."""
        turn = cls(
            answer,
            cited(answer.citations),
            nearest(answer),
            stopped,
            against(answer.claims),
            settings,
            searched=searched,
        )
        return turn.as_kept(kept) if kept else turn

    def as_kept(self, kept: ConversationTurn) -> Turn:
        """The same turn as it is in the data folder by now."""
        return replace(self, review=kept.review, signed=kept.signed, kept=kept, is_kept=True)


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of evidence on the way through a turn, which is counted from 0.

    `claim` is counted from 0; None where the answer has none. `place` is the step's own.
    `objection` says how the lines speak against the claim; None for those that it cites. A claim
    without any evidence has one step, whose card has no place.
    """

    turn: int
    claim: int | None
    place: int
    card: Card
    objection: Objection | None = None

    @property
    def is_bare(self) -> bool:
        """Whether it stands for a claim that cites nothing and against which nothing speaks."""
        return self.card == _NO_LINES


def turns() -> list[Turn]:
    """The conversation, the oldest question first."""
    return state.kept(_TURNS, [])


def add(
    answer: Answer, *, stopped: bool = False, settings: str = "", searched: tuple[str, ...] = ()
) -> None:
    """Let an answer be the last of the conversation, and show its first evidence."""
    turn = Turn.of(answer, stopped=stopped, settings=settings, searched=searched)
    number = len(turns())
    state.keep(_TURNS, [*turns(), turn])
    state.keep(_IN_SIGHT, number)
    come(None)
    first, now = first_step(number), shown()
    if now and now.turn == number:
        return
    if first:
        go(first)
    else:  # the evidence of an earlier answer would look like that of this one
        state.keep(_STEP, None)
        state.select(citation=None)


def put_turn(number: int, turn: Turn) -> None:
    """Let this be the turn with that number, counted from 0."""
    every = [*turns()]
    every[number] = turn
    state.keep(_TURNS, every)


def put_turns(every: Sequence[Turn]) -> None:
    """Let these be the conversation, as where one that was kept is opened.

    The turn of the evidence in view is brought in sight, else the newest.
    """
    state.keep(_TURNS, list(every))
    state.keep(_STEP, None)
    come(None)
    now = shown()
    state.keep(_IN_SIGHT, now.turn if now else len(every) - 1)


def in_sight() -> int:
    """The number of the turn that was brought in sight last: by its answer, or by a link to it."""
    return state.kept(_IN_SIGHT, len(turns()) - 1)


def show_turn(number: int) -> None:
    """Bring a turn in sight, counted from 0, with its first evidence."""
    state.keep(_IN_SIGHT, number)
    if first := first_step(number):
        go(first)


def coming() -> Turn | None:
    """The turn whose answer is being written, with what is checked of it so far."""
    return state.kept(_COMING, None)


def come(turn: Turn | None) -> None:
    """Note what is checked so far of the answer that is being written."""
    state.keep(_COMING, turn)


def forget() -> None:
    """Begin a new conversation."""
    state.keep(_TURNS, [])
    state.keep(_STEP, None)
    come(None)
    state.select(citation=None)


def steps(number: int, turn: Turn) -> list[Step]:
    """All evidence of a turn: claim by claim, or the citations, or the nearest passages.

    What speaks against a claim comes after what it cites.
    """
    answer = turn.answer
    if not answer.claims:
        cards = turn.cited or turn.near
        return [Step(number, None, place, card) for place, card in enumerate(cards)]
    card_of = {
        citation.number: card for citation, card in zip(answer.citations, turn.cited, strict=True)
    }
    ways: list[tuple[int, Card, Objection | None]] = []
    for at, claim in enumerate(answer.claims):
        own = [(at, card_of[number], None) for number in claim.citations if number in card_of]
        cards = turn.against[at] if turn.against else ()
        against_it = [(at, *pair) for pair in zip(cards, claim.objections, strict=True)]
        ways += [*own, *against_it] or [(at, _NO_LINES, None)]
    return [Step(number, way[0], place, *way[1:]) for place, way in enumerate(ways)]


def first_step(number: int) -> Step | None:
    """The first evidence of a turn, counted from 0, that can be shown; None if there is none."""
    if not 0 <= number < len(turns()):
        return None
    return next(filter(is_shown, steps(number, turns()[number])), None)


def is_shown(step: Step) -> bool:
    """Whether its lines can be shown; not those of a document that is gone or was read anew."""
    return bool(step.card.evidence.place)


def turn_of(step: Step) -> Turn:
    """The turn that a step is of, which may be the one whose answer is being written."""
    return _all_turns()[step.turn]


def is_near(step: Step) -> bool:
    """Whether it shows one of the nearest passages, which are no part of any answer."""
    return step.claim is None and not turn_of(step).cited


def go(step: Step) -> None:
    """Show the evidence of a step; to be called from a callback or before it is drawn."""
    state.keep(_STEP, (step.turn, step.place))
    if not is_shown(step):
        state.select(citation=None, page=None)
        return
    state.select(document=step.card.evidence.document, citation=step.card.evidence.place, page=None)


def shown() -> Step | None:
    """The step that is in view; of several with the same words the chosen one, else the newest."""
    ways = [steps(number, turn) for number, turn in enumerate(_all_turns())]
    chosen = state.kept(_STEP, None)
    if state.view().citation is None:
        unseen = [step for way in ways for step in way if not is_shown(step)]
        return next((step for step in unseen if (step.turn, step.place) == chosen), None)
    seen = [step for way in reversed(ways) for step in way if _is_in_view(step.card.evidence)]
    first = seen[0] if seen else None
    return next((step for step in seen if (step.turn, step.place) == chosen), first)


def exchanges() -> list[Exchange]:
    """The last questions and answers in short, the oldest first."""
    return [_exchange(turn) for turn in turns()[-_REMEMBERED:]]


def _all_turns() -> list[Turn]:
    return [*turns(), *filter(None, [coming()])]


def _is_in_view(evidence: Evidence) -> bool:
    view = state.view()
    return bool(evidence.place) and (view.document, view.citation) == (
        evidence.document,
        evidence.place,
    )


def _exchange(turn: Turn) -> Exchange:
    """What was rejected is not remembered."""
    answer, rejected = turn.answer, turn.review.rejected()
    texts = [
        claim.text
        for at, claim in enumerate(answer.claims)
        if claim.verdict is not Verdict.UNSUPPORTED and at not in rejected
    ]
    left_out = frozenset() if answer.claims else rejected
    quotes = [c.quote.text for at, c in enumerate(answer.citations) if at not in left_out]
    words = " ".join(" ".join(texts or quotes).split()) if not answer.abstained else ""
    return Exchange(answer.question, words[:_LONGEST] or _NOTHING)
