"""What the test tool of Streamlit does again and again, done once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import local_script_runner

if TYPE_CHECKING:
    from streamlit.testing.v1.local_script_runner import LocalScriptRunner

_look_for_end = local_script_runner.require_widgets_deltas


def spare_needless_work() -> None:
    """Spares each app under test a look through all packages, which do not change meanwhile.

    While it runs, the test sleeps, and does not look a thousand times a second whether it ended.
    """
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    local_script_runner.require_widgets_deltas = _wait_for_end


def _wait_for_end(runner: LocalScriptRunner, timeout: float = 3) -> None:
    if runner._script_thread:
        runner._script_thread.join(timeout)
    _look_for_end(runner, timeout=1)
