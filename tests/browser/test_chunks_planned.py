"""A plan of the language model, from the toggle to the chunks, over a service of this machine."""

from __future__ import annotations

import itertools
import re
import time
from shutil import copytree
from threading import Event
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from benchmarks.stand_in import Asked, answer
from tests.browser.looking import WAIT, at_rest, box, open_page
from tests.browser.serving import AppServer, running_app
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.llm.base import Reply

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def service() -> Iterator[GeminiServer]:
    """The stand-in."""
    with GeminiServer() as serving:
        yield serving


@pytest.fixture(scope="module")
def server(
    service: GeminiServer, indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The app over two samples, with a made-up key and a service that takes it."""
    home = copytree(indexed_samples, tmp_path_factory.mktemp("planned") / "home")
    patient = {"GEMINI_BASE_URL": service.url, "SIGHTLINE_MODEL_SECONDS": "600"}
    with running_app(home, GEMINI_API_KEY="made-up", **patient) as app:
        yield app


def test_a_plan_is_paid_for_only_when_asked_for_and_then_seen(
    page: Page, server: AppServer, service: GeminiServer
) -> None:
    config = "retrieval_aware,max_tokens%3D256"
    open_page(page, f"{server.url}/chunks?recipe={config}", "Chunks")
    expect(page.get_by_text("no language model took part").last).to_be_visible(timeout=WAIT)
    at_rest(page).get_by_text("Plan with gemini-2.5-flash").click()
    make = page.get_by_role("button", name="Make the plan")
    expect(make).to_be_visible(timeout=WAIT)
    expect(page.get_by_text(re.compile("sends text of this document")).last).to_be_visible()
    assert service.received == []
    at_rest(page)
    make.click()
    expect(page.get_by_text("Planned by gemini-2.5-flash").last).to_be_visible(timeout=WAIT)
    expect(page.get_by_text(re.compile("that writing the text anew")).last).to_be_visible()
    expect(make).to_have_count(0)
    expect(page).to_have_url(re.compile("model%3Dgemini-2.5-flash"))
    asked = len(service.received)
    assert asked > 0
    page.reload()
    expect(page.get_by_text("Planned by gemini-2.5-flash").last).to_be_visible(timeout=WAIT)
    assert len(service.received) == asked


def test_a_plan_can_be_stopped_and_goes_on_with_what_was_answered(
    page: Page, server: AppServer, service: GeminiServer
) -> None:
    go_on, number = Event(), itertools.count()

    def respond(asked: Asked) -> Reply | str:
        """A few answers, slowly enough for each to be told of; the others wait."""
        if next(number) >= 6:
            go_on.wait()
        time.sleep(0.5)
        return answer(asked)

    service.respond = respond
    config = "topology,max_tokens%3D256,theta%3D72,model%3Dgemini-2.5-flash"
    at_rest(open_page(page, f"{server.url}/chunks?recipe={config}", "Chunks"))
    page.get_by_role("button", name="Make the plan").click()
    expect(page.get_by_text(re.compile(r"plans .*: [1-9]\d* of \d+ steps")).last).to_be_visible(
        timeout=WAIT
    )
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile("stopped")).last).to_be_visible(timeout=WAIT)
    go_on.set()
    further = page.get_by_role("button", name="Go on")
    place = box(further)
    expect(page.get_by_text("no language model took part").last).to_be_visible(timeout=WAIT)
    # The run goes on while the chunks by rules are drawn: that must not move what is clicked.
    assert box(further) == place
    further.click()
    expect(page.get_by_text(re.compile(r"calls, \d+ cached")).last).to_be_visible(timeout=2 * WAIT)
