"""Settings: order of sources, what may be stored, and that nothing is written on reading."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from core.errors import DataTooNew, InvalidOption, SetupError
from core.settings import Settings, load_settings
from core.settings_changes import Source, save_settings, sources

if TYPE_CHECKING:
    from pathlib import Path


def test_reading_settings_makes_no_folder(home: Path) -> None:
    assert load_settings().home == home
    assert not home.exists()


def test_a_saved_value_is_there_next_time_and_says_where_it_comes_from(home: Path) -> None:
    settings = save_settings(load_settings(), {"max_pages": 12})
    assert settings.max_pages == load_settings().max_pages == 12
    assert sources(settings)["max_pages"] is Source.FILE
    assert sources(settings)["home"] is Source.ENVIRONMENT
    assert sources(settings)["parse_seconds"] is Source.DEFAULT
    assert sorted(path.name for path in home.iterdir()) == ["settings.json", "settings.lock", "tmp"]


def test_the_environment_beats_the_settings_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_settings(load_settings(), {"max_pages": 12, "qdrant_url": "http://127.0.0.1:6333"})
    monkeypatch.setenv("SIGHTLINE_MAX_PAGES", "34")
    monkeypatch.setenv("QDRANT_URL", "http://127.0.0.1:7333")
    settings = load_settings()
    assert (settings.max_pages, settings.qdrant_url) == (34, "http://127.0.0.1:7333")
    assert sources(settings)["qdrant_url"] is Source.ENVIRONMENT


def test_an_empty_variable_counts_as_not_set(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "")
    settings = load_settings()
    assert settings.gemini_api_key is None
    assert sources(settings)["gemini_api_key"] is Source.DEFAULT


@pytest.mark.parametrize(
    "url",
    [
        "https://host.example/?key=very-secret",
        "https://host.example/#very-secret",
        "https://user:very-secret@host.example",
        "http://user:very-secret@127.0.0.1:6333",
        "very-secret",
        "https://[very-secret",
    ],
)
@pytest.mark.parametrize("name", ["gemini_base_url", "qdrant_url"])
def test_an_address_that_holds_a_key_is_refused_unseen(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, url: str
) -> None:
    with pytest.raises(InvalidOption, match=r"Not saved.*(https://|out of the address)") as refused:
        save_settings(load_settings(), {name: url})
    assert not home.exists()
    monkeypatch.setenv(name.upper(), url)
    with pytest.raises(SetupError, match=name.upper()) as found:
        load_settings()
    for error in (refused.value, found.value):
        assert "very-secret" not in "".join(traceback.format_exception(error))


def test_a_key_is_sent_in_the_clear_only_where_a_network_is_ones_own(home: Path) -> None:
    url = "http://host.example:6333"
    with pytest.raises(InvalidOption, match="in the clear"):
        save_settings(load_settings(), {"gemini_base_url": url})
    assert save_settings(load_settings(), {"qdrant_url": url}).qdrant_url == url


@pytest.mark.parametrize(
    "url",
    [
        "https://host.example/gemini",
        "http://localhost:8080",
        "http://127.0.0.1:8080/",
        "http://[::1]:8080",
    ],
)
def test_an_address_over_https_or_on_this_machine_is_taken(home: Path, url: str) -> None:
    assert save_settings(load_settings(), {"gemini_base_url": url}).gemini_base_url == url


def test_none_takes_a_value_out_of_the_file(home: Path) -> None:
    save_settings(load_settings(), {"max_pages": 12})
    settings = save_settings(load_settings(), {"max_pages": None})
    assert settings.max_pages == Settings.model_fields["max_pages"].default
    assert json.loads((home / "settings.json").read_text()) == {"schema": "sightline.settings/1"}


def test_keys_come_from_the_environment_and_are_neither_stored_nor_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QDRANT_API_KEY", "very-secret")
    settings = load_settings()
    assert settings.qdrant_api_key == SecretStr("very-secret")
    assert "very-secret" not in repr(settings) + settings.model_dump_json()
    with pytest.raises(InvalidOption, match="qdrant_api_key"):
        save_settings(settings, {"qdrant_api_key": "very-secret"})
    assert not (home / "settings.json").exists()


def test_a_value_outside_its_range_is_refused_and_the_old_one_kept(home: Path) -> None:
    settings = save_settings(load_settings(), {"max_pages": 12})
    with pytest.raises(InvalidOption, match="max_pages"):
        save_settings(settings, {"max_pages": 0})
    assert load_settings().max_pages == 12


def test_a_bad_variable_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_MAX_PAGES", "many")
    with pytest.raises(SetupError, match="max_pages"):
        load_settings()


@pytest.mark.parametrize("content", ["{", "[]"])
def test_a_damaged_settings_file_is_named_with_the_way_out(home: Path, content: str) -> None:
    home.mkdir()
    (home / "settings.json").write_text(content, encoding="utf-8")
    with pytest.raises(SetupError, match=r"settings\.json.*[dD]elete it"):
        load_settings()


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = load_settings(home=tmp_path / "file" / "home")
    with pytest.raises(SetupError, match="SIGHTLINE_HOME"):
        save_settings(settings, {"max_pages": 12})


def test_names_of_the_app_are_written_as_they_travel(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOSTS", "Sightline.Example, münchen.example.,,::1")
    assert load_settings().hosts == ("sightline.example", "xn--mnchen-3ya.example", "::1")


@pytest.mark.parametrize("hosts", ["https://a.example", "a.example:8501", "*", "a b"])
def test_a_name_of_the_app_that_is_none_is_refused(
    hosts: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOSTS", hosts)
    with pytest.raises(SetupError, match="without scheme and port"):
        load_settings()


SAVE = """
import sys
from pathlib import Path
from core.settings import load_settings
from core.settings_changes import save_settings
home, name = Path(sys.argv[1]), sys.argv[2]
for value in range(1, 11):
    save_settings(load_settings(home=home), {name: value})
"""


def test_processes_that_save_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    names = ("max_pages", "max_upload_mb")
    command = [sys.executable, "-c", SAVE, str(tmp_path)]
    processes = [subprocess.Popen([*command, name]) for name in names]
    assert [process.wait() for process in processes] == [0, 0]
    settings = load_settings(home=tmp_path)
    assert (settings.max_pages, settings.max_upload_mb) == (10, 10)


def test_settings_of_a_later_version_are_refused_and_left_alone(home: Path) -> None:
    home.mkdir()
    content = b'{"schema": "sightline.settings/7", "max_pages": {"pdf": 5}}'
    (home / "settings.json").write_bytes(content)
    with pytest.raises(DataTooNew, match=r"settings\.json.*later version"):
        load_settings()
    with pytest.raises(DataTooNew):
        save_settings(Settings.model_construct(home=home), {"max_pages": 7})
    assert (home / "settings.json").read_bytes() == content


@pytest.mark.parametrize(
    ("cores", "workers", "each"),
    [(2, 1, (2, 1)), (2, 2, (1, 1)), (16, 2, (2, 4)), (16, 16, (1, 1)), (1, 2, (1, 1))],
)
def test_workers_on_a_machine_use_no_more_than_its_cores(
    home: Path, monkeypatch: pytest.MonkeyPatch, cores: int, workers: int, each: tuple[int, int]
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    shared = load_settings(home=home).shared_by(workers)
    assert (shared.parse_workers, shared.parse_threads) == each
    assert workers * shared.parse_workers * shared.parse_threads <= max(cores, workers)
