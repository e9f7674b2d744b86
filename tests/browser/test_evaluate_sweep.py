"""A sweep as people use it: begun from the form, watched, read in table and chart, adopted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.configuration.adopted import adopted_configuration
from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import WAIT, at_rest, open_page
from tests.core.evaluation.builders import question

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

POLICY = "data_security_policy.pdf"
ASKED = {
    "How long are radiology images of minors kept?": "28 years for minors",
    "What is Level 3?": "Level 3",
}


@pytest.fixture
def swept(page: Page, hashing_server: AppServer) -> Page:
    """The page Evaluate over a set of questions about the policy."""
    bench = Workbench(load_settings(home=hashing_server.home))
    sir = bench.documents.sir(bench.library.find(POLICY).sha)
    store = QuestionStore(hashing_server.home)
    if not store.list():
        store.create("Policy", [question(sir, asked, said) for asked, said in ASKED.items()])
    return open_page(page, f"{hashing_server.url}/evaluate?look=sweep", "Evaluate")


def press(page: Page, name: str | re.Pattern[str]) -> None:
    at_rest(page).get_by_role("button", name=name).first.click()


def show(page: Page, part: str) -> None:
    at_rest(page).get_by_role("radio", name=part, exact=True).click()
    at_rest(page)


def test_a_sweep_is_begun_read_on_the_page_and_in_a_chart_and_its_best_setting_adopted(
    swept: Page, hashing_server: AppServer
) -> None:
    expect(swept.get_by_text(re.compile(r"4 settings × 2 questions.*about")).last).to_be_visible(
        timeout=WAIT
    )
    press(swept, "Start")
    expect(swept.get_by_text("done", exact=True).last).to_be_visible(timeout=4 * WAIT)
    press(swept, "Results")
    best = swept.get_by_role("paragraph").filter(has_text=re.compile("^Best: "))
    expect(best).to_contain_text(re.compile(r"Evidence lines found \d\.\d{3} \("), timeout=WAIT)
    name = best.inner_text().removeprefix("Best: ").partition(", hashing")[0]
    _a_question_shows_its_evidence_and_what_both_settings_retrieved(swept)
    show(swept, "Recall and cost")
    chart = swept.locator(".js-plotly-plot").first
    expect(chart.locator(".ytitle")).to_contain_text("Evidence lines found (0 to 1", timeout=WAIT)
    expect(chart.locator(".scatterlayer .point")).to_have_count(4)
    expect(swept.get_by_text(re.compile("^On the front, ")).last).to_be_visible()
    press(swept, "Adopt")
    expect(swept.get_by_text(re.compile("Documents are cut and searched by")).last).to_contain_text(
        name, timeout=WAIT
    )
    assert adopted_configuration(load_settings(home=hashing_server.home))
    at_rest(swept).get_by_role("navigation").get_by_role("link", name="Ask").click()
    expect(swept.get_by_role("button", name=re.compile(re.escape(name)))).to_be_visible(
        timeout=WAIT
    )


def _a_question_shows_its_evidence_and_what_both_settings_retrieved(swept: Page) -> None:
    show(swept, "On the page")
    gold = swept.locator('.mark.heading[aria-label^="Evidence, found by"]')
    expect(gold.first).to_be_in_viewport(timeout=WAIT)
    expect(swept.locator('.mark.own[aria-label*=" of A"]').first).to_be_attached()
    press(swept, "Next")
    expect(swept).to_have_url(re.compile("question="), timeout=WAIT)
