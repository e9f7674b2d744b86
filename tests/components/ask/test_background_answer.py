"""An answer in the making can be heard, waited for, and stopped."""

from __future__ import annotations

from threading import Event

import pytest

from components.ask.background_answer import Working
from components.selection.asked_question import AskedQuestion
from core.answering.base import Answer, Listen, Spoken
from core.errors import Cancelled, StoreUnavailable

ANSWER = Answer("Why?", (), True, "", 0.0, 0.5, ())


def test_what_is_heard_last_can_be_read_and_in_the_end_the_whole() -> None:
    heard, go_on = Event(), Event()

    def ask(listen: Listen) -> Answer:
        listen(Spoken(draft="Bec"))
        listen(Spoken(draft="Because"))
        heard.set()
        go_on.wait(10)
        return ANSWER

    work = Working(AskedQuestion("Why?"), ask)
    assert heard.wait(10)
    assert work.spoken.draft == "Because"
    assert not work.done(0)
    assert work.whole() is None
    go_on.set()
    assert work.done(10)
    assert work.whole() == work.result() == ANSWER


def test_a_stopped_answer_ends_when_it_is_heard_of_again_and_keeps_what_was_heard() -> None:
    heard, go_on = Event(), Event()

    def ask(listen: Listen) -> Answer:
        listen(Spoken(draft="So far"))
        heard.set()
        go_on.wait(10)
        listen(Spoken(draft="So far and further"))
        return ANSWER

    work = Working(AskedQuestion("Why?"), ask)
    assert heard.wait(10)
    work.stop()
    go_on.set()
    assert work.done(10)
    assert work.failed
    assert work.spoken.draft == "So far"
    with pytest.raises(Cancelled):
        work.result()


def test_what_goes_wrong_reaches_whoever_waits() -> None:
    def ask(_: Listen) -> Answer:
        raise StoreUnavailable("The index is gone.")

    work = Working(AskedQuestion("Why?"), ask)
    assert work.done(10)
    assert work.failed
    assert work.whole() is None
    with pytest.raises(StoreUnavailable):
        work.result()
