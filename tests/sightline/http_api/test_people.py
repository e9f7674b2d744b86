"""The HTTP API on a server of many people: a token sees and does what its person may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.rights import OPERATOR, acting_as
from sightline.command_line import main
from tests.builders import pdf_bytes
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.sightline import people


QUESTION = "What is the password of the safe?"
LINE = {"page": 1, "left": 0.1, "top": 0.1, "right": 0.2, "bottom": 0.2}


@pytest.fixture(scope="module")
def server(house: people.Server) -> Iterator[ApiServer]:
    with ApiServer(house.home, SIGHTLINE_DATABASE=house.database) as server:
        yield server


def refusals(house: people.Server) -> int:
    with acting_as(OPERATOR):
        return len(house.administration().events(10_000, action="refused"))


def test_a_token_sees_the_documents_of_its_person(house: people.Server, server: ApiServer) -> None:
    for name, seen in (
        ("ed", ["Wards.pdf"]),
        ("rob", ["Wards.pdf"]),
        ("otto", ["Other.pdf"]),
        ("stranger", []),
    ):
        with server.client(house.tokens[name]) as api:
            documents = api.get("/v1/documents").json()["documents"]
            assert [each["name"] for each in documents] == seen


def test_a_question_is_answered_from_ones_own_documents(
    house: people.Server, server: ApiServer
) -> None:
    with server.client(house.tokens["rob"]) as api:
        assert "heliotrope" in api.post("/v1/ask", json={"question": QUESTION}).text
    with server.client(house.tokens["otto"]) as api:
        for path in ("/v1/ask", "/v1/search"):
            assert "heliotrope" not in api.post(path, json={"question": QUESTION}).text


ATTACKS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/v1/documents/{wards}", {}),
    ("DELETE", "/v1/documents/{wards}", {}),
    ("GET", "/v1/documents/{wards}/chunks", {}),
    ("POST", "/v1/documents/{wards}/chunks", {}),
    ("GET", "/v1/documents/{wards}/pages/1.jpg", {}),
    ("POST", "/v1/documents/{wards}/pages/1.jpg", {"lines": [LINE]}),
    ("POST", "/v1/search", {"question": QUESTION, "documents": ["{wards}"]}),
    ("POST", "/v1/ask", {"question": QUESTION, "documents": ["{wards}"]}),
    ("POST", "/v1/ask", {"question": QUESTION, "documents": ["Wards.pdf"]}),
]


@pytest.mark.parametrize(("method", "path", "body"), ATTACKS)
@pytest.mark.parametrize("name", ["otto", "stranger"])
def test_a_document_of_others_is_not_there(
    house: people.Server, server: ApiServer, name: str, method: str, path: str, body: dict[str, Any]
) -> None:
    before = refusals(house)
    filled = {
        key: [each.format(wards=house.wards) for each in value] if key == "documents" else value
        for key, value in body.items()
    }
    with server.client(house.tokens[name]) as api:
        sent = filled if method == "POST" else None
        response = api.request(method, path.format(wards=house.wards), json=sent)
    assert response.status_code in (403, 404)
    assert "heliotrope" not in response.text
    if "Wards.pdf" not in str(body):  # a name that nobody has told is only one that is not there
        assert refusals(house) > before


@pytest.mark.parametrize(
    "token",
    [
        "sightline_",
        "x" * 64,
        "' OR 1=1 --",
        "{ed}x",
        "SIGHTLINE_{ed}",
        "{expired}",
        "{revoked}",
        "{shut}",
    ],
)
def test_what_is_no_valid_token_is_refused_and_noted(
    house: people.Server, server: ApiServer, token: str
) -> None:
    with acting_as(OPERATOR):
        administration = house.administration()
        rob = administration.find("rob@example.org")
        expired = administration.add_token(rob.id, "expired", 1)
        _expire(house)
        revoked = administration.add_token(rob.id, "revoked", 30)
        known = next(each for each in administration.tokens(rob.id) if each.label == "revoked")
        administration.revoke_token(known.id, rob.id)
        stranger = administration.find("stranger@example.org")
        administration.set_active(stranger.id, active=False)
    values = {
        "ed": house.tokens["ed"],
        "expired": expired,
        "revoked": revoked,
        "shut": house.tokens["stranger"],
    }
    before = refusals(house)
    with server.client() as api:
        header = f"Bearer {token.format(**values)}"
        response = api.get("/v1/documents", headers={"Authorization": header})
    assert response.status_code == 401
    assert refusals(house) > before
    with acting_as(OPERATOR):
        house.administration().set_active(stranger.id, active=True)


def test_a_reader_neither_adds_nor_deletes(house: people.Server, server: ApiServer) -> None:
    before = refusals(house)
    file = {"file": ("new.pdf", pdf_bytes(["New."]), "application/pdf")}
    with server.client(house.tokens["rob"]) as api:
        added = api.post("/v1/documents", files=file)
        deleted = api.delete(f"/v1/documents/{house.wards}")
        assert (added.status_code, added.json()["error"]) == (403, "AccessRefused")
        assert (deleted.status_code, deleted.json()["error"]) == (403, "AccessRefused")
        assert len(api.get("/v1/documents").json()["documents"]) == 1
    assert refusals(house) == before + 2


def test_an_editor_adds_to_their_collection_and_deletes(
    house: people.Server, server: ApiServer
) -> None:
    file = {"file": ("new.pdf", pdf_bytes(["A new document."]), "application/pdf")}
    with server.client(house.tokens["ed"]) as api, server.client(house.tokens["rob"]) as reader:
        document = api.post("/v1/documents", files=file).json()["id"]
        assert reader.get(f"/v1/documents/{document}").json()["name"] == "new.pdf"
        assert api.delete(f"/v1/documents/{document}").status_code == 204
        assert reader.get(f"/v1/documents/{document}").status_code == 404


def test_a_role_that_changes_holds_at_once(house: people.Server, server: ApiServer) -> None:
    file = {"file": ("late.pdf", pdf_bytes(["Late."]), "application/pdf")}
    with acting_as(OPERATOR):
        administration = house.administration()
        ed = administration.find("ed@example.org")
        administration.set_role(ed.id, type(ed.role).READER)
    with server.client(house.tokens["ed"]) as api:
        assert api.post("/v1/documents", files=file).status_code == 403
    with acting_as(OPERATOR):
        administration.set_role(ed.id, type(ed.role).EDITOR)


def test_tokens_of_nobody_are_refused_at_the_start(
    house: people.Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIGHTLINE_DATABASE", house.database)
    monkeypatch.setenv("SIGHTLINE_API_TOKENS", "x" * 40)
    assert main(["serve", "--home", str(house.home), "--port", "0"]) == 1
    assert "belong to nobody" in capsys.readouterr().err


def test_the_password_of_the_database_is_told_to_nobody(tmp_path: Path) -> None:
    address = "postgresql+psycopg://me:geheim@127.0.0.1:1/none?connect_timeout=1"
    server = ApiServer(tmp_path, SIGHTLINE_DATABASE=address)
    assert server.process.wait(60) == 1
    printed = server.stderr.read()
    assert "cannot be reached" in printed
    assert "geheim" not in printed


def _expire(house: people.Server) -> None:
    from sqlalchemy import update

    from core.database.engine import open_database, transaction
    from core.database.tables import TOKENS

    with transaction(open_database(house.database)) as connection:
        expired = TOKENS.c.label == "expired"
        connection.execute(update(TOKENS).where(expired).values(expires_at=1.0))
