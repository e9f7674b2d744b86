"""Stored files say what they are: older ones are read, newer ones refused, damaged ones noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import DataTooNew
from core.file_format import Form, decode, decode_values, encode_values, too_old

PATH = Path("folder/file.json")
FORM = Form("sightline.test", (lambda values: values | {"n": 1},))
VALUES: dict[str, Any] = {"list": ["a", "ü"], "n": 2}


def test_what_was_written_comes_back() -> None:
    content = encode_values(FORM, VALUES, 1)
    assert json.loads(content)["schema"] == "sightline.test/2"
    assert decode_values(FORM, content + b"\n", PATH) == VALUES


def test_an_earlier_version_is_brought_to_todays() -> None:
    older = encode_values(Form("sightline.test"), {"list": ["a"]})
    assert decode_values(FORM, older, PATH) == {"list": ["a"], "n": 1}


def test_what_a_later_version_wrote_is_refused_by_name() -> None:
    later = Form("sightline.test", (*FORM.steps, lambda values: values))
    with pytest.raises(DataTooNew, match=r"folder/file\.json.*later version.*test/3"):
        decode(FORM, encode_values(later, VALUES), PATH)


def test_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match=r"sightline\.other"):
        decode(FORM, encode_values(Form("sightline.other"), VALUES), PATH)


def test_any_change_of_any_byte_is_noticed_or_of_no_matter() -> None:
    content = encode_values(FORM, VALUES)
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 4
        try:
            values = decode_values(FORM, bytes(changed), PATH)
        except (ValueError, DataTooNew):
            continue
        assert {name: values[name] for name in VALUES} == VALUES


@pytest.mark.parametrize("length", [0, 1, 30, 60, -2])
def test_what_is_cut_off_is_noticed(length: int) -> None:
    with pytest.raises(ValueError):
        decode_values(FORM, encode_values(FORM, VALUES)[:length], PATH)


def test_a_file_that_people_edit_has_no_checksum() -> None:
    form = Form("sightline.test", editable=True)
    content = encode_values(form, {"a": 1})
    assert decode_values(form, content.replace(b"1}", b"2}"), PATH) == {"a": 2}
    assert json.loads(encode_values(form, {})) == {"schema": "sightline.test/1"}


def test_a_version_that_is_no_longer_read_says_so() -> None:
    with pytest.raises(ValueError, match="made anew"):
        decode(Form("sightline.test", (too_old,)), encode_values(Form("sightline.test"), {}), PATH)
