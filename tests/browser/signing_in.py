"""An app on which people sign in at a provider, with documents of two collections."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import BrowserContext, Page, expect
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from core.people.administration import Administration
from core.rights import OPERATOR, Role, acting_as
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import WAIT
from tests.browser.serving import PORT, free_port, running_app
from tests.builders import pdf_bytes
from tests.identity_provider import PASSWORD, User, running_provider

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.people.directory import Directory

COOKIE = "_streamlit_user"
COOKIE_SECRET = "0123456789abcdef" * 4
SECRET_WORD = "heliotrope"
USERS = {
    "ada": (Role.ADMINISTRATOR, ""),
    "ed": (Role.EDITOR, "Wards"),
    "rea": (Role.REVIEWER, "Wards"),
    "rob": (Role.READER, "Wards"),
    "otto": (Role.READER, "Other"),
}
"""The role of each, and the collection they are a member of."""


class House(NamedTuple):
    """The app; `wards` and `other` are documents of the collections of these names."""

    url: str
    provider: str
    directory: Directory
    wards: str
    other: str

    def refusals(self) -> list[str]:
        """What was refused, in words, the newest first."""
        events = self.directory.events.list(10_000, action="refused")
        return [f"{event.name} {event.subject} {event.note}" for event in events]

    def person(self, name: str) -> str:
        """The id of somebody."""
        return self.directory.people.find(f"{name}@example.org").id

    def change(self) -> Administration:
        """What the operator does; inside `acting_as(OPERATOR)`."""
        return Administration(self.directory)


@contextmanager
def running_house(folder: Path) -> Iterator[House]:
    """The app and its provider, with people; stopped on leaving."""
    database = f"sqlite:///{folder}/people.db"
    bench = Workbench(load_settings(home=folder / "home", database=database))
    assert bench.directory
    ids = _filled(bench)
    url = f"http://127.0.0.1:{free_port()}"
    users = [User(name, f"{name}@example.org") for name in USERS]
    with ExitStack() as stack:
        provider = stack.enter_context(running_provider(free_port(), url, users))
        secrets = folder / "secrets.toml"
        secrets.write_text(provider.secrets_file(url, COOKIE_SECRET))
        variables = {
            "SIGHTLINE_DATABASE": database,
            "STREAMLIT_SECRETS_FILES": str(secrets),
            PORT: url.rpartition(":")[2],
        }
        stack.enter_context(running_app(folder / "home", **variables))
        yield House(url, f"{provider.url}/o", bench.directory, ids["Wards"], ids["Other"])


def _filled(bench: Workbench) -> dict[str, str]:
    """The document of each collection."""
    assert bench.directory
    texts = {
        "Wards": f"The password of the safe is {SECRET_WORD} seventeen.",
        "Other": "On Mondays there is soup.",
    }
    ids: dict[str, str] = {}
    with acting_as(OPERATOR):
        administration = Administration(bench.directory)
        people = {
            name: administration.add_person(f"{name}@example.org", role, name.capitalize()).id
            for name, (role, _) in USERS.items()
        }
        for collection, text in texts.items():
            made = administration.add_collection(collection)
            members = [people[name] for name, (_, own) in USERS.items() if own == collection]
            administration.set_members(made.id, members)
            name = f"{collection.lower()}-paper.pdf"
            ids[collection] = bench.documents.add(
                pdf_bytes([text]), name, collections=[made.id]
            ).sha
    bench.close()
    return ids


def sign_in(context: BrowserContext, house: House, name: str) -> Page:
    """A window in which somebody has signed in at the provider."""
    page = context.new_page()
    page.goto(house.url)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible(timeout=WAIT)
    return page


def cookie(house: House, secret: str = COOKIE_SECRET, **changes: Any) -> str:
    """The cookie that Streamlit gives to who signed in, with some claims changed."""
    claims = {
        "iss": house.provider,
        "sub": "1",
        "name": "Ada",
        "email": "ada@example.org",
        "email_verified": True,
        "iat": int(time.time()),
        "is_logged_in": True,
        "origin": house.url,
    }
    return create_signed_value(secret, COOKIE, json.dumps(claims | changes)).decode()
