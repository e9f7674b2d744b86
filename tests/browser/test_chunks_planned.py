"""A plan of the language model, from the toggle to the chunks, over a service of this machine."""

from __future__ import annotations

import itertools
import re
import time
from hashlib import sha256
from threading import Event
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from benchmarks.stand_in import Asked, answer
from sample_docs.catalogue import FOLDER
from tests.browser.looking import WAIT, at_rest, box, open_page

if TYPE_CHECKING:
    from core.llm.base import Reply
    from tests.browser.serving import AppServer
    from tests.gemini_server import GeminiServer

pytestmark = pytest.mark.browser


def test_a_plan_can_be_stopped_and_goes_on_with_what_was_answered(
    page: Page, model_server: AppServer, service: GeminiServer
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
    document = sha256((FOLDER / "data_security_policy.pdf").read_bytes()).hexdigest()
    address = f"{model_server.url}/chunks?document={document}&recipe={config}"
    at_rest(open_page(page, address, "Chunks"))
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
