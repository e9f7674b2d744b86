"""Unstructured over HTTP, and what is said where its library is missing."""

from __future__ import annotations

import importlib.util
import json
from typing import TYPE_CHECKING

import pytest

from core.errors import KeyRefused, MissingExtra, ReplyUnusable, SetupError
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import Source
from tests.core.parsing.adapters.native_checks import options_of, plain_pages
from tests.local_service import Said, local_service

if TYPE_CHECKING:
    from pathlib import Path

    from core.parsing.adapters.base import RunOptions

ADAPTER = get_adapter("unstructured")
ROWS = [{"type": "Title", "element_id": "1", "text": "A", "metadata": {"page_number": 1}}]


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "secret name.pdf"
    path.write_bytes(b"%PDF-1.4 probe")
    return Source(path, "secret name.pdf", tuple(plain_pages(2)))


def _options(address: str, **more: object) -> RunOptions:
    return options_of(ADAPTER, url=address, key="sk-secret", **more)


def test_a_document_is_sent_with_coordinates_asked_for(source: Source):
    with local_service(lambda asked, before: Said(body=ROWS)) as service:
        answer = ADAPTER.run(source, _options(service.address, strategy="hi_res"), None)
    (asked,) = service.asked
    assert json.loads(answer) == ROWS
    assert asked.path == "/general/v0/general"
    assert asked.headers["unstructured-api-key"] == "sk-secret"
    for part in (b'name="coordinates"', b"hi_res", b"%PDF-1.4 probe", b'name="files"'):
        assert part in asked.body
    assert b"secret name" not in asked.body
    assert ADAPTER.convert(answer, source.pages).elements[0].text == "A"


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (Said(200, b"<html>hello</html>"), ReplyUnusable),
        (Said(200, {"detail": "no"}), ReplyUnusable),
        (Said(401, {"detail": "API key is invalid"}), KeyRefused),
        (Said(422, {"detail": "File type None is not supported."}), ReplyUnusable),
    ],
)
def test_a_failure_names_the_parser(source: Source, said: Said, error: type[Exception]):
    with (
        local_service(lambda asked, before: said) as service,
        pytest.raises(error, match="Unstructured"),
    ):
        ADAPTER.run(source, _options(service.address), None)


def test_what_is_missing_names_the_command_or_the_variable():
    assert "SIGHTLINE_UNSTRUCTURED_KEY" in ADAPTER.missing(
        options_of(ADAPTER, url="https://x.example")
    )
    if importlib.util.find_spec("unstructured") is None:
        assert "pip install 'unstructured[pdf]'" in ADAPTER.missing(options_of(ADAPTER))


def test_the_library_runs_in_a_child_or_says_what_is_missing(data: Path):
    path = data / "native/unstructured/list-item-example.pdf"
    source = Source(path, path.name, tuple(plain_pages(2)))
    if ADAPTER.missing(options_of(ADAPTER)):
        with pytest.raises((MissingExtra, SetupError), match=r"list-item-example.*(pip|spacy)"):
            ADAPTER.run(source, options_of(ADAPTER), None)
        return
    document = ADAPTER.convert(ADAPTER.run(source, options_of(ADAPTER), None), source.pages)
    assert len(document.elements) > 10
