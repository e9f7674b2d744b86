"""The server itself, as other tests use it."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tests.gemini_server import GeminiServer


def post(url: str, method: str, body: object) -> dict[str, object]:
    request = urllib.request.Request(
        f"{url}/v1beta/models/m:{method}", json.dumps(body).encode(), method="POST"
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_it_runs_as_a_process_until_its_input_is_closed():
    command = [sys.executable, "-m", "tests.gemini_server"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        turn = {"role": "user", "parts": [{"text": "Hello?"}]}
        assert "candidates" in post(url, "generateContent", {"contents": [turn]})
        process.stdin.close()
        assert process.wait(30) == 0


def test_what_nobody_has_an_answer_for_is_refused():
    form = {"generationConfig": {"responseJsonSchema": {"title": "NoSuchForm"}}}
    with GeminiServer() as server:
        for method, body, status in (("generateContent", form, 400), ("fineTune", {}, 404)):
            with pytest.raises(urllib.error.HTTPError) as failed:
                post(server.url, method, body)
            assert failed.value.code == status
            failed.value.close()
