"""A sweep as people use it: begun from the form, watched, read in table and chart, adopted."""

from __future__ import annotations

import re
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.configuration.adopted import adopted_configuration
from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import WAIT, at_rest, open_page
from tests.browser.serving import AppServer, running_app
from tests.core.evaluation.builders import question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

POLICY = "data_security_policy.pdf"
ASKED = {
    "How long are radiology images of minors kept?": "28 years for minors",
    "What is Level 3?": "Level 3",
}


@pytest.fixture(scope="module")
def server(prepared_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app, which searches by words alone, so that a sweep loads no embedding model."""
    home = tmp_path_factory.mktemp("swept") / "home"
    copytree(prepared_home, home, ignore=ignore_patterns("index"))
    with running_app(home, SIGHTLINE_ENCODER="hashing") as running:
        yield running


@pytest.fixture
def swept(page: Page, server: AppServer) -> Page:
    """The page Evaluate over a set of questions about the policy."""
    bench = Workbench(load_settings(home=server.home))
    sir = bench.documents.sir(bench.library.find(POLICY).sha)
    store = QuestionStore(server.home)
    if not store.list():
        store.create("Policy", [question(sir, asked, said) for asked, said in ASKED.items()])
    return open_page(page, f"{server.url}/evaluate?look=sweep", "Evaluate")


def press(page: Page, name: str | re.Pattern[str]) -> None:
    at_rest(page).get_by_role("button", name=name).first.click()


def show(page: Page, part: str) -> None:
    at_rest(page).get_by_role("radio", name=part, exact=True).click()
    at_rest(page)


def test_a_sweep_is_begun_read_on_the_page_and_in_a_chart_and_its_best_setting_adopted(
    swept: Page, server: AppServer
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
    assert adopted_configuration(load_settings(home=server.home))
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


def test_answers_are_measured_and_a_wrong_one_leads_to_its_page(
    page: Page, server: AppServer
) -> None:
    bench = Workbench(load_settings(home=server.home))
    sir = bench.documents.sir(bench.library.find(POLICY).sha)
    kept, level = ASKED
    elsewhere = question(sir, kept, ASKED[level]).model_copy(update={"kind": "period"})
    store = QuestionStore(server.home)
    name = store.free_name("Asked")  # the test may be tried once more
    store.create(name, [elsewhere, question(sir, "Who is king?")])
    open_page(page, f"{server.url}/evaluate?look=sweep&questions={name}", "Evaluate")
    show(page, "In force")
    at_rest(page).get_by_test_id("stCheckbox").get_by_text("Answer, too", exact=True).click()
    expect(page.get_by_text(re.compile(r"1 setting × 2 questions.*about")).last).to_be_visible(
        timeout=WAIT
    )
    done = page.get_by_text("done", exact=True)
    before = at_rest(page).get_by_text("done", exact=True).count()  # sweeps of other tests
    press(page, "Start")
    expect(done).to_have_count(before + 1, timeout=4 * WAIT)
    press(page, "Results")
    show(page, "Answers")
    metric = page.get_by_test_id("stMetric").filter(has_text="First citation right")
    expect(metric).to_contain_text("0%", timeout=WAIT)
    expect(page.get_by_text(re.compile("^0 of 1; 95%")).first).to_be_visible()
    curve = page.get_by_role("figure", name=re.compile("Expected calibration error"))
    expect(curve.first).to_be_attached()
    expect(page.get_by_role("cell", name="period").first).to_be_visible()
    page.get_by_role("row", name=re.compile("cites other lines")).click()
    gold = page.locator('.mark.heading[aria-label^="Evidence, found by"]')
    expect(gold.first).to_be_attached(timeout=WAIT)
    expect(
        page.get_by_text(re.compile(r"answered with a probability of 0\.\d\d")).first
    ).to_be_visible()
    press(page, "Ask it")
    expect(page.get_by_role("heading", name="Ask", exact=True)).to_be_visible(timeout=WAIT)
    expect(page.get_by_text(kept).first).to_be_visible(timeout=WAIT)
