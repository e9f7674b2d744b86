"""The status of HTTP for each error of Sightline."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from core import errors
from sightline.http_api.errors import add_handlers, status_of

if TYPE_CHECKING:
    import httpx2


def answer_to(error: Exception, home: Path | None = None) -> httpx2.Response:
    """What a route is answered with that raises the error."""
    app = FastAPI()
    add_handlers(app, home)

    def fail() -> None:
        raise error

    app.get("/")(fail)
    return TestClient(app, raise_server_exceptions=False).get("/")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.NotFound, 404),
        (errors.TooLarge, 413),
        (errors.InputError, 422),
        (errors.InvalidOption, 422),
        (errors.NotAPdf, 422),
        (errors.PasswordNeeded, 422),
        (errors.KeyRefused, 502),
        (errors.ModelUnreachable, 502),
        (errors.ReplyUnusable, 502),
        (errors.LimitReached, 503),
        (errors.QuotaSpent, 503),
        (errors.StoreUnavailable, 503),
        (errors.DiskFull, 507),
        (errors.DataDamaged, 500),
        (errors.SetupError, 500),
        (errors.Cancelled, 500),
    ],
)
def test_each_error_has_a_status_that_says_who_can_act(
    error: type[errors.SightlineError], status: int
) -> None:
    assert status_of(error("any")) == status
    response = answer_to(error("what happened"))
    assert response.status_code == status
    assert response.json() == {"error": error.__name__, "message": "what happened"}


def test_when_to_try_again_is_told_where_it_is_known() -> None:
    error = errors.QuotaSpent("spent")
    error.retry_after = 11.2
    assert answer_to(error).headers["retry-after"] == "12"


def test_a_damaged_file_is_named_without_the_place_of_the_data_folder(tmp_path: Path) -> None:
    error = errors.DataDamaged(f"{tmp_path / 'documents' / 'a.json'} is damaged.")
    told = Path(answer_to(error, tmp_path).json()["message"])
    assert told == Path("documents", "a.json is damaged.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "The data folder {} cannot be written.",
            "The data folder SIGHTLINE_HOME cannot be written.",
        ),
        ("The disk of {} is full.", "The disk of SIGHTLINE_HOME is full."),
        ("Nothing is in {}.", "Nothing is in SIGHTLINE_HOME."),
    ],
)
def test_the_data_folder_itself_is_told_without_its_place(said: str, told: str) -> None:
    error = errors.SetupError(said.format("/srv/wards"))
    assert answer_to(error, Path("/srv/wards")).json()["message"] == told


def test_a_full_disk_is_told_as_one(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", f"{tmp_path}/index/part")
    assert str(tmp_path) not in answer_to(full, tmp_path).text
    response = answer_to(OSError(errno.ENOSPC, "No space left on device"))
    assert (response.status_code, response.json()["error"]) == (507, "DiskFull")


@pytest.mark.parametrize("error", [ValueError("secret"), OSError(errno.EIO, "secret")])
def test_of_any_other_failure_nothing_is_told_but_it_is_logged(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    response = answer_to(error)
    assert (response.status_code, response.json()["error"]) == (500, "InternalError")
    assert "secret" not in response.text
    assert "secret" in caplog.text


@pytest.mark.parametrize(("path", "method", "status"), [("/no", "GET", 404), ("/", "PUT", 405)])
def test_a_path_or_method_that_there_is_not_is_told_in_the_same_form(
    path: str, method: str, status: int
) -> None:
    app = FastAPI()
    add_handlers(app)

    app.get("/")(lambda: "here")
    response = TestClient(app).request(method, path)
    assert response.status_code == status
    assert set(response.json()) == {"error", "message"}
