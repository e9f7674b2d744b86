"""How a worker is started: what it is told, and what it may know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from core.configuration import Configuration
from core.evaluation.sweeps.base import Plan
from core.jobs.process import ChildProcess
from core.jobs.sandbox.confinement import Permits
from core.model_names import KEY_VARIABLES
from core.settings import Settings

_PREPARE = "core.evaluation.sweeps.worker:prepare"
_FOR_SERVICES = ("GEMINI_BASE_URL", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy")
_NOT_TOLD = {
    "database",
    "files",
    "gemini_api_key",
    "gemini_base_url",
    "openai_api_key",
    "qdrant_api_key",
    "qdrant_url",
}
"""Settings that a worker reads for itself, or has no need of."""

Hire = Callable[[Plan, Settings, int], ChildProcess]
"""A new worker for a plan, one of so many beside each other."""


def hire(plan: Plan, settings: Settings, workers: int) -> ChildProcess:
    """A worker in a process of its own."""
    shared = settings.shared_by(workers)
    told = shared.model_dump(mode="json", exclude=_NOT_TOLD)
    if plan.writer:  # claims are judged as when the sweep was begun
        told["strict_claims"] = plan.writer.strict
        told["second_reader"] = plan.writer.second_reader
    start: dict[str, Any] = {
        "settings": told,
        "plan": plan.model_dump(mode="json"),
        # Several that each took all cores would wait for one another.
        "threads": 1 if workers > 1 else 0,
    }
    encoders = {
        Configuration.from_json(setting).encoder.partition(":")[0] for setting in plan.settings
    }
    services = KEY_VARIABLES.keys() & (encoders | _writing_services(plan))
    environment = _environment(settings, services) if services else {}
    # The hub of models is asked where one is not on this machine.
    network = bool(services) or "sentence-transformers" in encoders
    permits = Permits(processes=True, network=network, any_file=True)
    return ChildProcess(permits, _PREPARE, start, environment=environment)


def _writing_services(plan: Plan) -> set[str]:
    return {plan.writer.service} if plan.writer else set()


def _environment(settings: Settings, services: Iterable[str]) -> dict[str, str]:
    environment = {name: os.environ[name] for name in _FOR_SERVICES if name in os.environ}
    keys = {KEY_VARIABLES[service]: settings.model_key(service) for service in services}
    return environment | {variable: key for variable, key in keys.items() if key}
