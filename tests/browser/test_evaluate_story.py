"""Evaluate from end to end: questions by clicking lines, a sweep, its chart, the best adopted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.adopted import adopt, adopted_configuration
from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import WAIT, at_rest, open_page
from tests.browser.test_evaluate_questions import QUESTIONS, ask, lines, press, show

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser


def test_three_questions_a_sweep_its_chart_and_the_best_adopted(
    page: Page, prepared_server: AppServer
) -> None:
    settings = load_settings(home=prepared_server.home)
    coarse = Configuration("fixed", make_options("fixed", {"max_tokens": 512}))
    adopt(settings, coarse)
    kept = QuestionStore(settings.home)
    for entry in kept.list():  # a second try begins like the first
        kept.delete(entry.name)
    oddities = Workbench(settings).library.find("oddities.pdf")
    open_page(page, f"{prepared_server.url}/evaluate?document={oddities.sha}", "Evaluate")
    press(page, "Make questions by clicking lines")
    expect(lines(page).first).to_be_visible(timeout=WAIT)
    for question, places in QUESTIONS.items():
        ask(page, question, *places)

    show(page, "Sweep")
    said = re.compile(r"4 settings × 3 questions")
    expect(page.get_by_text(said).first).to_be_visible(timeout=WAIT)
    press(page, "Start")
    expect(page.get_by_text("done", exact=True).last).to_be_visible(timeout=4 * WAIT)
    press(page, "Results")

    best = page.get_by_role("paragraph").filter(has_text=re.compile("^Best: "))
    expect(best).to_contain_text(re.compile(r"\d\.\d{3} \("), timeout=WAIT)
    show(page, "Recall and cost")
    chart = page.locator(".js-plotly-plot").first
    expect(chart.locator(".scatterlayer .point")).to_have_count(4, timeout=WAIT)
    at_rest(page).get_by_role("button", name="Adopt").first.click()
    told = page.get_by_text(re.compile("Documents are cut and searched by"))
    expect(told).to_be_visible(timeout=WAIT)
    adopted = adopted_configuration(settings)
    assert adopted is not None
    assert adopted != coarse
    assert f"N {adopted.options.size}" in best.inner_text()
