"""What those try who should not get in, or who are in and want more than they may have."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import pytest

from tests.builders import pdf_bytes
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx2

TOKEN = "the-only-token-" + "x" * 32
GIVEN = "sightline.example"
UNKNOWN_ID = "0" * 64
DEEP = b"[" * 100_000
LINE = {"page": 1, "left": 0.1, "top": 0.1, "right": 0.2, "bottom": 0.2}


@pytest.fixture(scope="module")
def server(prepared_home: Path) -> Iterator[ApiServer]:
    environment = {
        "SIGHTLINE_API_TOKENS": TOKEN,
        "SIGHTLINE_HOSTS": GIVEN,
        "SIGHTLINE_MAX_UPLOAD_MB": "1",
    }
    with ApiServer(prepared_home, **environment) as server:
        yield server
        has_failed_nowhere(server)


@pytest.fixture(scope="module")
def api(server: ApiServer) -> Iterator[httpx2.Client]:
    with server.client(TOKEN) as client:
        yield client


@pytest.fixture(scope="module")
def stranger(server: ApiServer) -> Iterator[httpx2.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def document(api: httpx2.Client) -> dict[str, Any]:
    return api.get("/v1/documents").json()["documents"][0]


def refused(response: httpx2.Response, status: int, error: str) -> None:
    """The answer is an error of that class, in the form of all errors."""
    assert response.status_code == status, response.text[:500]
    assert set(response.json()) == {"error", "message"}
    assert response.json()["error"] == error


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/documents"),
        ("POST", "/v1/documents"),
        ("GET", f"/v1/documents/{UNKNOWN_ID}"),
        ("DELETE", f"/v1/documents/{UNKNOWN_ID}"),
        ("GET", f"/v1/documents/{UNKNOWN_ID}/chunks"),
        ("POST", f"/v1/documents/{UNKNOWN_ID}/chunks"),
        ("GET", f"/v1/documents/{UNKNOWN_ID}/pages/1.jpg"),
        ("POST", f"/v1/documents/{UNKNOWN_ID}/pages/1.jpg"),
        ("POST", "/v1/search"),
        ("POST", "/v1/ask"),
        ("GET", "/v1/recipe"),
        ("GET", "/v1/metrics"),
        ("GET", "/v1/openapi.json"),
        ("GET", "/docs"),
        ("GET", "/"),
        ("GET", "/v1/health/"),
        ("GET", "/v1//health"),
        ("GET", "/v1/health/../documents"),
        ("POST", "/v1/health"),
        ("OPTIONS", "/v1/documents"),
        ("HEAD", "/v1/documents"),
        ("PROPFIND", "/v1/documents"),
    ],
)
def test_nothing_but_health_is_answered_without_a_token(
    stranger: httpx2.Client, method: str, path: str
) -> None:
    response = stranger.request(method, path)
    assert response.status_code == 401, response.text
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "value",
    [
        "",
        TOKEN,
        "Bearer",
        f"Basic {TOKEN}",
        f"Token {TOKEN}",
        f"Bearer{TOKEN}",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN.upper()}",
        f"Bearer {TOKEN}, {TOKEN}",
        f"Bearer {TOKEN} {TOKEN}",
        "Bearer " + "x" * 32,
        "Bearer \xe4\xf6",
    ],
)
def test_a_wrong_token_or_scheme_is_refused(stranger: httpx2.Client, value: str) -> None:
    headers = [(b"Authorization", value.encode("latin-1"))]
    refused(stranger.get("/v1/documents", headers=headers), 401, "TokenRefused")


@pytest.mark.parametrize("name", ["token", "access_token", "api_key", "authorization"])
def test_a_token_counts_for_nothing_in_address_or_cookie(
    stranger: httpx2.Client, name: str
) -> None:
    refused(stranger.get("/v1/documents", params={name: TOKEN}), 401, "TokenRefused")
    cookie = {"Cookie": f"{name}={TOKEN}", "X-Api-Key": TOKEN}
    refused(stranger.get("/v1/documents", headers=cookie), 401, "TokenRefused")


def test_two_headers_with_tokens_are_refused(stranger: httpx2.Client) -> None:
    headers = [("Authorization", f"Bearer {TOKEN}")] * 2
    refused(stranger.get("/v1/documents", headers=headers), 401, "TokenRefused")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "192.0.2.7", "", "localhost:1:2", "x@localhost"],
)
def test_a_foreign_host_is_refused_with_the_right_token_and_even_for_health(
    api: httpx2.Client, host: str
) -> None:
    for path in ("/v1/documents", "/v1/health"):
        refused(api.get(path, headers={"Host": host}), 421, "ForeignHost")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:9", "[::1]", GIVEN, f"{GIVEN}:443"])
def test_own_names_and_those_of_the_settings_are_answered(api: httpx2.Client, host: str) -> None:
    assert api.get("/v1/documents", headers={"Host": host}).status_code == 200


def test_a_page_of_another_site_is_refused_and_never_told_that_it_may_ask(
    api: httpx2.Client,
) -> None:
    response = api.get("/v1/documents", headers={"Origin": "https://evil.example"})
    refused(response, 403, "ForeignHost")
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    assert api.options("/v1/documents", headers=asked).status_code == 403
    assert not [name for name in response.headers if name.startswith("access-control")]


def test_a_guessed_or_shortened_id_names_no_document(
    api: httpx2.Client, document: dict[str, Any]
) -> None:
    whole = document["id"]
    for guess in (UNKNOWN_ID, whole[:12], whole[:63], whole.upper(), document["name"], "x" * 5000):
        refused(api.get(f"/v1/documents/{guess}"), 404, "NotFound")
        refused(api.delete(f"/v1/documents/{guess}"), 404, "NotFound")
    assert api.get(f"/v1/documents/{whole}").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../..",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/document.json",
        "%00",
        "\N{FULLWIDTH FULL STOP}" * 2,
    ],
)
def test_no_path_leads_to_a_file(server: ApiServer, document: dict[str, Any], path: str) -> None:
    id_ = document["id"]
    paths = [f"/v1/documents/{path}", f"/v1/documents/{id_}/pages/{path}", f"/{path}"]
    paths += [f"/v1/documents/{id_}/pages/{path}.jpg", f"/v1/documents/{path}/pages/1.jpg"]
    for each in paths:
        # As it is, since clients tidy paths before they send them.
        status, body = raw(server, f"GET {each} HTTP/1.1".encode())
        assert status in (400, 404, 422), body
        assert b"root:" not in body


@pytest.mark.parametrize(
    "page",
    ["0", "-1", "5", "1e9", "1.5", "nan", "0x1", "9" * 30, "9" * 5000, "\N{FULLWIDTH DIGIT ONE}2"],
)
def test_a_page_that_there_is_not_is_refused(
    api: httpx2.Client, document: dict[str, Any], page: str
) -> None:
    response = api.get(f"/v1/documents/{document['id']}/pages/{page}.jpg")
    assert response.status_code in (404, 422), response.text
    assert len(response.content) < 1000


@pytest.mark.parametrize(
    "query",
    [
        {"width": 0},
        {"width": 10**9},
        {"width": "9" * 5000},
        {"chunk": "x" * 5000},
        {"chunk": "\x00"},
    ],
)
def test_a_picture_of_any_other_size_or_chunk_is_refused(
    api: httpx2.Client, document: dict[str, Any], query: dict[str, Any]
) -> None:
    response = api.get(f"/v1/documents/{document['id']}/pages/1.jpg", params=query)
    assert response.status_code in (404, 422), response.text
    assert len(response.content) < 1000


@pytest.mark.parametrize(
    "marks",
    [
        {},
        {"lines": [{}]},
        {"lines": [{**LINE, "left": float("nan")}]},
        {"lines": [{**LINE, "left": 0.9}]},
        {"lines": [{**LINE, "page": 10**400}]},
        {"lines": [{**LINE, "location": "<b>"}]},
        {"lines": [{**LINE, "more": 1}]},
        {"lines": [LINE] * 2001},
        {"lines": [LINE], "width": 10**9},
        {"lines": [LINE], "path": "/etc/passwd"},
    ],
)
def test_lines_that_are_none_are_refused(
    api: httpx2.Client, document: dict[str, Any], marks: dict[str, Any]
) -> None:
    path = f"/v1/documents/{document['id']}/pages/1.jpg"
    refused(post_json(api, path, marks), 422, "InvalidOption")


@pytest.mark.parametrize("limit", [0, -1, 501, 10**30])
@pytest.mark.parametrize("name", ["offset", "limit"])
def test_a_part_of_the_chunks_must_be_one(
    api: httpx2.Client, document: dict[str, Any], name: str, limit: int
) -> None:
    path = f"/v1/documents/{document['id']}/chunks"
    response = api.get(path, params={name: limit})
    if name == "offset" and limit in (0, 501):
        assert response.status_code == 200
    else:
        refused(response, 422, "InvalidOption")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        "question",
        {"question": 5},
        {"question": " "},
        {"question": "x" * 10_001},
        {"question": "\ud800"},
        {"question": "x", "documents": ["x"] * 1001},
        {"question": "x", "more": 1},
    ],
)
@pytest.mark.parametrize("path", ["/v1/search", "/v1/ask"])
def test_a_question_that_is_none_is_refused(api: httpx2.Client, path: str, asked: Any) -> None:
    refused(post_json(api, path, asked), 422, "InvalidOption")


@pytest.mark.parametrize("limit", [0, -1, 51, 10**30, 1.5, float("nan")])
def test_no_number_of_hits_outside_its_range_is_searched_for(
    api: httpx2.Client, limit: float
) -> None:
    asked = {"question": "x", "limit": limit}
    refused(post_json(api, "/v1/search", asked), 422, "InvalidOption")


@pytest.mark.parametrize(
    "recipe",
    [
        {},
        {"strategy": "fixed", "more": 1},
        {"strategy": "fixed", "options": {"max_tokens": -1}},
        {"strategy": "fixed", "options": {"max_tokens": 10**300}},
        {"strategy": "os:system"},
        {"strategy": "fixed", "encoder": "sentence-transformers:/etc"},
        {"strategy": "fixed", "encoder": "openai:any"},
        {"strategy": "fixed", "encoder": "../../etc/passwd"},
        {"strategy": "fixed", "parser": "../../etc/passwd"},
        {"strategy": "fixed", "retrieval": {"top_k": 10**9}},
        {"strategy": "fixed", "neighbourhood": float("nan")},
        {"strategy": "fixed", "__class__": {}},
        {"version": 99, "strategy": "fixed"},
    ],
)
def test_a_recipe_with_something_unknown_is_refused_everywhere(
    api: httpx2.Client, document: dict[str, Any], recipe: dict[str, Any]
) -> None:
    asked = {"question": "x", "recipe": recipe}
    refused(post_json(api, "/v1/search", asked), 422, "InvalidOption")
    refused(post_json(api, "/v1/ask", asked), 422, "InvalidOption")
    path = f"/v1/documents/{document['id']}/chunks"
    refused(post_json(api, path, {"recipe": recipe}), 422, "InvalidOption")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"),
        (DEEP, "application/json"),
        (b'{"question": ' + b"9" * 5000 + b"}", "application/json"),
        (b"\xff\xfe{}", "application/json"),
        (b'{"question": "x"}', "text/plain"),
        (b"{}", "application/json; charset=rot13"),
    ],
)
def test_a_body_that_is_no_json_is_refused(api: httpx2.Client, body: bytes, kind: str) -> None:
    response = api.post("/v1/search", content=body, headers={"Content-Type": kind})
    assert response.status_code in (400, 422), response.text
    assert set(response.json()) == {"error", "message"}
    assert len(response.content) < 1000


def test_a_body_that_is_too_large_is_refused(api: httpx2.Client) -> None:
    asked = {"question": "x" * 2_000_000}
    refused(api.post("/v1/ask", json=asked), 413, "TooLarge")


def test_an_upload_is_refused_by_the_size_that_it_announces(server: ApiServer) -> None:
    status, body = raw(
        server,
        b"POST /v1/documents HTTP/1.1",
        b"Content-Type: multipart/form-data; boundary=b",
        b"Content-Length: 999999999999",
    )
    assert (status, json.loads(body)["error"]) == (413, "TooLarge")


def test_an_upload_is_refused_while_it_comes_in_if_it_does_not_say_how_large_it_is(
    server: ApiServer,
) -> None:
    part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.7\n'
    pieces = [part, *[b"\0" * 60_000] * 19]
    status, body = raw(
        server,
        b"POST /v1/documents HTTP/1.1",
        b"Content-Type: multipart/form-data; boundary=b",
        b"Transfer-Encoding: chunked",
        # The last piece of a body never comes: what is answered was known before.
        body=b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces),
    )
    assert status == 413
    assert "limit of 1 MB" in json.loads(body)["message"]


def test_a_file_just_over_the_limit_is_refused(api: httpx2.Client) -> None:
    content = pdf_bytes().ljust((1 << 20) + 1, b"\n")
    refused(api.post("/v1/documents", files={"file": ("x.pdf", content)}), 413, "TooLarge")


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("x.pdf", b"", "NotAPdf"),
        ("x.pdf", b"MZ\x90\0 a program", "NotAPdf"),
        ("x.pdf", b"%PDF-1.7\n" + b"\0" * 1000, "BrokenPdf"),
        ("x.exe", b"MZ\x90\0 a program", "NotAPdf"),
    ],
)
def test_what_is_no_pdf_is_refused_and_leaves_nothing(
    api: httpx2.Client, name: str, content: bytes, error: str
) -> None:
    refused(api.post("/v1/documents", files={"file": (name, content)}), 422, error)
    assert len(api.get("/v1/documents").json()["documents"]) == 2


@pytest.mark.parametrize(
    "name",
    [
        "../../../../tmp/x.pdf",
        "a\r\nSet-Cookie: x=1.pdf",
        "<script>alert(1)</script>.pdf",
        "\u202efdp.exe.pdf",
        "x" * 3000 + ".pdf",
        "\0.pdf",
        "",
    ],
)
def test_a_name_is_only_a_name(api: httpx2.Client, name: str) -> None:
    content = pdf_bytes([f"A page that only a name of {len(name)} signs has."])
    form = {"name": name, "password": "none"}
    added = api.post("/v1/documents", files={"file": ("plain.pdf", content)}, data=form)
    assert added.status_code == 201, added.text
    shown = added.json()["name"]
    path = f"/v1/documents/{added.json()['id']}"
    drawn = api.get(f"{path}/pages/1.jpg", params={"width": 100})
    try:
        assert len(shown) <= 150
        assert shown.isprintable()
        assert not {"/", "\\"} & set(shown)
        for response in (added, drawn, api.get("/v1/documents")):
            assert set(response.headers) <= {
                "cache-control",
                "content-length",
                "content-type",
                "date",
                "x-content-type-options",
            }
    finally:
        assert api.delete(path).status_code == 204


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=b; charset=rot13",
    ],
)
def test_an_upload_in_any_other_form_is_refused(api: httpx2.Client, kind: str) -> None:
    part = (
        b'--b\r\nContent-Disposition: form-data; name="\xff"; filename="\xff"\r\n\r\nx\r\n--b--\r\n'
    )
    response = api.post("/v1/documents", content=part, headers={"Content-Type": kind})
    assert response.status_code in (400, 422), response.text
    assert set(response.json()) == {"error", "message"}


def test_two_files_or_fields_of_other_names_are_refused(api: httpx2.Client) -> None:
    files = [("file", ("x.pdf", pdf_bytes())), ("file", ("y.pdf", pdf_bytes()))]
    assert api.post("/v1/documents", files=files).status_code == 400
    more = {"path": "/etc/passwd"}
    added = api.post("/v1/documents", files={"file": ("x.pdf", pdf_bytes())}, data=more)
    refused(added, 422, "InvalidOption")


def has_failed_nowhere(server: ApiServer) -> None:
    """After all tests of this file: no request failed inside, and the log holds no token."""
    with server.client(TOKEN) as api:
        assert api.get("/v1/documents", params={"token": TOKEN}).status_code == 200
        raw(server, b"GET /v1/documents?" + TOKEN.encode() + b" HTTP/9.9")
        assert 'status="500"' not in api.get("/v1/metrics").text
    server.stop()
    printed = "\n".join(server.printed)
    assert "a request failed" not in printed
    assert TOKEN not in printed


def post_json(api: httpx2.Client, path: str, content: Any) -> httpx2.Response:
    """What is answered to any JSON, also to such as only Python writes."""
    headers = {"Content-Type": "application/json"}
    return api.post(path, content=json.dumps(content), headers=headers)


def raw(server: ApiServer, request: bytes, *headers: bytes, body: bytes = b"") -> tuple[int, bytes]:
    """Status and body of what is answered to exactly these bytes, sent with the token."""
    own = (f"Host: {server.address}".encode(), f"Authorization: Bearer {TOKEN}".encode())
    head = b"\r\n".join((request, *own, b"Connection: close", *headers, b"", b""))
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head + body)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    top, _, content = answer.partition(b"\r\n\r\n")
    return int(top.split()[1]), content
