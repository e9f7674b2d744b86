"""Tools for agents on a server of many people: an agent sees what the person of its token sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import pytest

from sightline.command_line import main
from tests.sightline.servers import agent

if TYPE_CHECKING:
    from mcp.types import CallToolResult

    from tests.sightline import people


def environment(house: people.Server, token: str) -> dict[str, str]:
    return {
        "SIGHTLINE_SAMPLES": "0",
        "HF_HUB_OFFLINE": "1",
        "SIGHTLINE_DATABASE": house.database,
        "SIGHTLINE_TOKEN": token,
    }


def test_an_agent_sees_what_its_person_sees(house: people.Server) -> None:
    async def converse() -> list[CallToolResult]:
        async with agent(house.home, **environment(house, house.tokens["otto"])) as client:
            return [
                await client.call_tool("list_documents", {}),
                await client.call_tool("ask", {"question": "What is the password of the safe?"}),
            ]

    listed, answered = anyio.run(converse)
    assert "Other.pdf" in str(listed)
    assert "Wards.pdf" not in str(listed)
    assert "heliotrope" not in str(answered)


@pytest.mark.parametrize("token", ["", "sightline_made-up"])
def test_an_agent_without_a_token_is_not_served(
    house: people.Server,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment(house, token).items():
        monkeypatch.setenv(name, value)
    assert main(["mcp", "--home", str(house.home)]) == 1
    assert "SIGHTLINE_TOKEN holds no token" in capsys.readouterr().err
