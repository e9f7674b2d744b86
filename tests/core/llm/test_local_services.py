from __future__ import annotations

from core.llm.local_services import local_models
from tests.openai_server import OpenAiServer


def test_models_of_services_that_answer_are_found_and_others_passed_over():
    with OpenAiServer() as server:
        addresses = {"Nobody": "http://127.0.0.1:9/v1", "Ollama": server.url}
        found = list(local_models(addresses))
        assert [(program, name.name) for program, name in found] == [
            ("Ollama", "llama3.2:3b"),
            ("Ollama", "qwen3:8b"),
        ]
        assert found[0][1].text == f"openai:llama3.2:3b@{server.url}"


def test_what_listens_there_and_is_no_such_service_is_passed_over():
    with OpenAiServer() as server:
        server.next(lambda talk: talk.reply(200, "<html>A page</html>"))
        assert list(local_models({"vLLM": server.url})) == []
