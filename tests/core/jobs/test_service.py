"""A process that stays answers request after request, and its end is told from an error."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import psutil
import pytest

from core.errors import NoText
from core.jobs.service import Ended, Service

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULE = "tests.core.jobs.serving"


@pytest.fixture
def service() -> Iterator[Service]:
    with Service(MODULE, {"first": 1}) as started:
        yield started
    assert not processes()


def processes() -> list[psutil.Process]:
    children = psutil.Process().children(recursive=True)
    return [child for child in children if MODULE in child.cmdline()]


def test_it_remembers_between_requests_and_goes_on_after_an_error(service: Service):
    seen: list[tuple[int, int]] = []
    assert service.ask({"act": "add", "number": 2}, lambda *at: seen.append(at)) == 3
    with pytest.raises(NoText, match="holds no text"):
        service.ask({"act": "refuse"})
    assert service.ask({"act": "add", "number": 4}) == 7
    assert seen == [(1, 2)]


@pytest.mark.parametrize(("act", "reason"), [("fail", "KeyError: 'guess'"), ("leave", "ended")])
def test_a_process_that_fails_says_why(service: Service, act: str, reason: str):
    with pytest.raises(Ended, match=reason):
        service.ask({"act": act})
    with pytest.raises(Ended):
        service.ask({"act": "add", "number": 2})


def test_it_can_be_stopped_while_it_is_asked(service: Service):
    timer = threading.Timer(1.0, service.stop)
    timer.start()
    with pytest.raises(Ended, match="stopped by the system"):
        service.ask({"act": "wait"})
    timer.join()
