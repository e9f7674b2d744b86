"""No key is in what the program prints, logs, stores or shows."""

from __future__ import annotations

import pytest

from benchmarks.attacks.secrets import attacks

SERVICES = ("a service that answers", "a service that repeats the key")


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
def test_no_key_is_printed_logged_stored_or_shown() -> None:
    tried = list(attacks(None, SERVICES))
    assert len(tried) > 20
    assert {attack.name: attack.failure for attack in tried if attack.failure} == {}
