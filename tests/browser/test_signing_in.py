"""People sign in at a real provider, see what is theirs, and try what is not."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from core.rights import OPERATOR, Role, acting_as
from tests.browser.looking import WAIT, at_rest
from tests.browser.serving import close_windows
from tests.browser.signing_in import (
    COOKIE,
    SECRET_WORD,
    USERS,
    House,
    cookie,
    running_house,
    sign_in,
)
from tests.browser.test_accessibility import seen_in, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running_house(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def windows(browser: Browser, profile: BrowserContext) -> Iterator[Callable[[], BrowserContext]]:
    """New windows that know nothing of each other, as of different people.

    Those of the first one have the scripts of the app as they were compiled for tests before.
    """
    opened: list[BrowserContext] = []

    def window() -> BrowserContext:
        if profile not in opened:
            opened.append(profile)
            return profile
        context = browser.new_context(
            viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
        )
        context.set_default_timeout(WAIT)
        opened.append(context)
        return context

    yield window
    for context in opened:
        if context != profile:
            context.close()
    close_windows(profile)


def enter(context: BrowserContext, house: House, name: str, path: str = "/") -> Page:
    """A window, at this address, in which somebody has signed in before."""
    remember(context, house, name)
    page = context.new_page()
    page.goto(house.url + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Ask")).to_be_visible()
    return page


def remember(context: BrowserContext, house: House, name: str) -> None:
    """Gives windows the cookie by which somebody has signed in before."""
    claims = {"sub": str(1 + [*USERS].index(name)), "email": f"{name}@example.org"}
    value = cookie(house, name=name, **claims)
    context.add_cookies([{"name": COOKIE, "value": value, "url": house.url}])


def signed_in_as(context: BrowserContext, house: House, value: str) -> Page:
    """A window that brings a cookie, as if somebody had signed in by it."""
    context.add_cookies([{"name": COOKIE, "value": value, "url": house.url}])
    page = context.new_page()
    page.goto(house.url)
    return page


def expect_outside(page: Page) -> None:
    """Only the way in is on the page."""
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("link", name="Ask")).to_have_count(0)


def test_nothing_is_seen_without_signing_in(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = windows().new_page()
    heard = listening(page)
    for path in ("/", "/settings", f"/?document={house.wards}"):
        page.goto(house.url + path)
        expect_outside(page)
        at_rest(page)
    sent = b"".join(heard)
    assert sent
    for words in ("wards-paper", "other-paper", SECRET_WORD):
        assert words.encode() not in sent


def listening(page: Page) -> list[bytes]:
    """All that the app sends to a window from now on."""
    heard: list[bytes] = []

    def listen(frame: bytes | str) -> None:
        heard.append(as_bytes(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    return heard


def test_people_see_the_documents_of_their_collections_and_nothing_else_arrives(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = sign_in(windows(), house, "otto")
    heard = listening(page)
    page.goto(house.url)
    for title in ("Structure", "Ask", "Chunks", "History"):
        at_rest(page).get_by_role("link", name=title, exact=True).click()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible(timeout=WAIT)
    at_rest(page).goto(f"{house.url}/?document={house.wards}")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT)
    at_rest(page)
    sent = b"".join(heard)
    assert b"other-paper.pdf" in sent
    assert b"wards-paper" not in sent
    assert SECRET_WORD.encode() not in sent
    expect(page.get_by_text("leads to a document that is not in this library")).to_be_visible()
    others = page.get_by_role("main").inner_text()
    page.goto(f"{house.url}/?document={'0' * 64}")
    expect(page.get_by_text("leads to a document that is not in this library")).to_be_visible()
    assert at_rest(page).get_by_role("main").inner_text() == others
    assert any(house.wards in words and "Otto" in words for words in house.refusals())


def test_reviewers_have_neither_settings_nor_ways_to_add_or_delete(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = enter(windows(), house, "rea")
    page.get_by_text("wards-paper.pdf").first.click()
    expect(page.get_by_role("button", name="See its structure")).to_be_visible()
    at_rest(page)
    for link in ("Settings", "Evaluate"):
        expect(page.get_by_role("link", name=link)).to_have_count(0)
    for button in ("Delete", "Describe"):
        expect(page.get_by_role("button", name=button)).to_have_count(0)
    expect(page.get_by_text("Add documents")).to_have_count(0)
    for path in ("settings", "evaluate"):
        page.goto(f"{house.url}/{path}")
        expect(page.get_by_text("This page is for")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("Page not found")).to_have_count(0)
        expect(page.get_by_text("Data folder")).to_have_count(0)


def test_who_is_shut_out_is_outside_at_the_next_click(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    context = windows()
    page = enter(context, house, "rob")
    with acting_as(OPERATOR):
        house.change().set_active(house.person("rob"), active=False)
    try:
        time.sleep(1.1)
        page.get_by_role("link", name="Ask").click()
        expect(page.get_by_text("has shut this account out")).to_be_visible(timeout=WAIT)
        expect_outside(page)
    finally:
        with acting_as(OPERATOR):
            house.change().set_active(house.person("rob"), active=True)
    assert any("shut this account out" in words for words in house.refusals())


def test_signing_out_ends_what_is_open_in_other_windows_and_the_cookie_of_before(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    context = windows()
    page = sign_in(context, house, "otto")
    (before,) = [each.get("value", "") for each in context.cookies() if each.get("name") == COOKIE]
    other = context.new_page()
    other.goto(f"{house.url}/ask")
    expect(other.get_by_role("heading", name="Ask", exact=True)).to_be_visible(timeout=WAIT)
    page.goto(f"{house.url}/people")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect_outside(page)
    other.get_by_role("link", name="Structure").click()
    expect_outside(other)
    page = signed_in_as(context, house, before)
    expect(page.get_by_text("You were signed out")).to_be_visible(timeout=WAIT)
    expect_outside(page)
    assert any("You were signed out" in words for words in house.refusals())


def test_a_forged_cookie_lets_nobody_in(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    context = windows()
    for forged in (
        cookie(house, secret="f" * 64),
        cookie(house, origin="http://evil.example"),
        cookie(house, is_logged_in=False),
    ):
        expect_outside(signed_in_as(context, house, forged))


def test_a_download_is_for_who_asked_for_it(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    ada = windows()
    page = enter(ada, house, "ada", "/people")
    page.get_by_role("tab", name="Log").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the log").click()
    address = download.value.url
    assert re.fullmatch(rf"{house.url}/media/\w+\.csv", address)
    assert ada.request.get(address).status == 200
    rob = windows()
    remember(rob, house, "rob")
    for stranger in (rob, windows()):
        assert stranger.request.get(address).status == 404
    assert any("a file of a session" in words for words in house.refusals())


@contextmanager
def reader_for_now(house: House, name: str) -> Iterator[None]:
    """An editor is a reader inside this block, and other processes know of it."""
    person = house.person(name)
    with acting_as(OPERATOR):
        house.change().set_role(person, Role.READER)
    time.sleep(1.1)  # so long they may not know of it
    try:
        yield
    finally:
        with acting_as(OPERATOR):
            house.change().set_role(person, Role.EDITOR)


def about_to_delete(context: BrowserContext, house: House) -> Page:
    """A window in which Ed need only press the button that deletes the document of Wards."""
    page = enter(context, house, "ed", f"/?document={house.wards}")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Delete it for good")).to_be_visible()
    return at_rest(page)


def test_who_may_delete_no_longer_deletes_nothing_on_a_page_of_before_and_is_told_so(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = about_to_delete(windows(), house)
    before = len(house.refusals())
    with reader_for_now(house, "ed"):
        page.get_by_role("button", name="Delete it for good").click()
        expect(page.get_by_role("button", name="Delete it for good")).to_have_count(0)
        at_rest(page)
        assert house.directory.collections.holding(house.wards)
        assert len(house.refusals()) > before
        assert page.get_by_text("has encountered an error").count() == 0
        expect(page.get_by_text("you may not").first).to_be_visible()


def test_a_file_given_to_a_page_of_before_a_role_was_taken_away_is_not_added(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = enter(windows(), house, "ed")
    expect(page.get_by_text("Add documents", exact=True)).to_be_visible()
    at_rest(page)
    with reader_for_now(house, "ed"):
        give_file(page)
        expect(page.get_by_text("Add documents", exact=True)).to_have_count(0)
        at_rest(page)
        expect(page.get_by_text("late.txt")).to_have_count(0)
        with acting_as(OPERATOR):
            assert set(house.change().placements()) == {house.wards, house.other}


def give_file(page: Page) -> None:
    """Chooses a file in the field for documents."""
    file: FilePayload = {"name": "late.txt", "mimeType": "text/plain", "buffer": b"Too late."}
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)


def test_an_upload_is_taken_from_who_has_the_session(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    ed = windows()
    page = enter(ed, house, "ed")
    page.route("**/_stcore/upload_file/**", lambda route: route.abort())
    with page.expect_request("**/_stcore/upload_file/**") as upload:
        give_file(page)
    rob = windows()
    enter(rob, house, "rob")
    outside = windows()
    page = outside.new_page()
    page.goto(house.url)
    expect_outside(page)  # so the cookie against forged requests is there
    before = len(house.refusals())
    for stranger in (rob, outside):
        for method in ("PUT", "DELETE"):
            assert uploaded(stranger, upload.value.url, method) == 404
    refused = house.refusals()
    assert len(refused) == before + 4
    assert all("a file of a session" in words for words in refused[:4])
    assert uploaded(ed, upload.value.url, "PUT") == 204


def uploaded(context: BrowserContext, address: str, method: str) -> int:
    """The status of a request that puts or deletes an uploaded file."""
    values = {each.get("name"): each.get("value") or "" for each in context.cookies()}
    return context.request.fetch(
        address,
        method=method,
        headers={"X-Xsrftoken": values["_streamlit_xsrf"]},
        multipart={"file": {"name": "a.txt", "mimeType": "text/plain", "buffer": b"x"}},
    ).status


def test_no_file_is_made_for_who_is_shut_out(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    remember(context := windows(), house, "otto")
    page = context.new_page()
    with page.expect_websocket() as socket:
        page.goto(f"{house.url}/?document={house.other}")
    page.get_by_role("button", name="Export").click()
    button = page.get_by_role("button", name="JSON")
    expect(button).to_be_visible()
    at_rest(page)
    try:
        with acting_as(OPERATOR):
            house.change().set_active(house.person("otto"), active=False)
        time.sleep(1.1)
        with socket.value.expect_event("framereceived", is_about_a_file) as answer:
            button.click()
        assert b"Failed to generate file" in as_bytes(answer.value)
    finally:
        with acting_as(OPERATOR):
            house.change().set_active(house.person("otto"), active=True)


def is_about_a_file(frame: bytes | str) -> bool:
    """Whether the app says where a file is that it was to make, or that there is none."""
    return b"/media/" in as_bytes(frame) or b"Failed to generate file" in as_bytes(frame)


def as_bytes(frame: bytes | str) -> bytes:
    """What arrived, whatever form it has."""
    return frame if isinstance(frame, bytes) else frame.encode()


def test_a_token_is_shown_once_and_acts_for_its_person(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    page = enter(windows(), house, "ed", "/people")
    page.get_by_label("What it is for").fill("Ward screen")
    page.get_by_role("button", name="Make a token").click()
    secret = page.get_by_test_id("stCode").inner_text().strip()
    holder = house.directory.tokens.holder(secret)
    assert holder
    assert holder.id == house.person("ed")
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_text(secret)).to_have_count(0)
    page.get_by_role("button", name="Revoke…").click()
    page.get_by_role("button", name="Revoke “Ward screen”").click()
    expect(page.get_by_text("Ward screen")).to_have_count(0)
    assert house.directory.tokens.holder(secret) is None


def test_an_administrator_lets_somebody_into_a_collection(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    with acting_as(OPERATOR):  # A namesake, whom the boxes have to tell apart.
        namesake = house.change().add_person("another.otto@example.org", Role.READER, "Otto")
    page = enter(windows(), house, "ada", "/people")
    page.get_by_role("tab", name="Collections").click()
    at_rest(page)
    page.get_by_text("Wards · 3 members, 1 document").click()
    members = page.get_by_label("Members").locator("visible=true")
    otto = page.get_by_role("option", name="Otto (otto@example.org)")
    # The list closes where it opened while the part above was still unfolding.
    while not otto.is_visible():
        members.click()
        page.wait_for_timeout(300)
    otto.click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save").locator("visible=true").click()
    expect(page.get_by_text("Wards · 4 members, 1 document")).to_be_visible()
    window = enter(windows(), house, "otto")
    expect(window.get_by_text("wards-paper.pdf").first).to_be_visible()
    with acting_as(OPERATOR):
        [wards] = [each for each in house.change().collections() if each.name == "Wards"]
    assert namesake.id not in wards.members
    assert any(event.action == "changed members" for event in house.directory.events.list(20))


def test_no_part_of_these_pages_breaks_a_rule_of_accessibility(
    house: House, windows: Callable[[], BrowserContext]
) -> None:
    context = windows()
    outside = context.new_page()
    seen_in(outside, "light")
    outside.goto(house.url)
    expect_outside(outside)
    assert violations(outside) == []
    outside.close()
    page = enter(context, house, "ada", "/people")
    seen_in(page, "dark")
    assert violations(page) == []
    for tab in ("Everybody", "Collections", "Log"):
        at_rest(page).get_by_role("tab", name=tab).click()
        if tab == "Collections":
            page.get_by_text(re.compile("^Wards · ")).click()
        assert violations(page, "[data-testid=stTabs]") == [], tab
