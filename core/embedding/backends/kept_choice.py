"""The choice of a backend, kept for a machine, the versions of its packages and an encoder."""

from __future__ import annotations

import os
import platform
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import BaseModel

from core.embedding.backends.measuring import BackendFigure, fastest
from core.errors import DataTooNew
from core.file_format import Form, decode_model, encode_model
from core.files import write_atomic

_FORM = Form("sightline.backends")
_PACKAGES = ("onnxruntime", "torch", "openvino")
_CPU_INFO = Path("/proc/cpuinfo")


class KeptFigures(BaseModel):
    """What was measured of the backends of an encoder, and on which machine."""

    machine: str
    figures: dict[str, BackendFigure]

    @property
    def chosen(self) -> str:
        """The backend to use."""
        return fastest(self.figures)


def load_figures(home: Path, encoder: str) -> KeptFigures | None:
    """What was measured on this machine; None where that is missing, damaged or of another."""
    path = _path(home, encoder)
    try:
        measured = decode_model(_FORM, KeptFigures, path.read_bytes(), path)
    except (OSError, ValueError, DataTooNew):
        return None
    return measured if measured.machine == this_machine() else None


def keep_figures(home: Path, encoder: str, figures: dict[str, BackendFigure]) -> KeptFigures:
    """Keeps what was measured on this machine.

    Raises:
        DiskFull: there is no room.
        SetupError: the data folder cannot be written.
    """
    measured = KeptFigures(machine=this_machine(), figures=figures)
    write_atomic(home, _path(home, encoder), encode_model(_FORM, measured))
    return measured


@lru_cache(maxsize=1)
def this_machine() -> str:
    """Processor, cores and packages: figures hold for as long as these are the same."""
    cores = f"{os.cpu_count()} cores"
    packages = [f"{name} {_version(name)}" for name in _PACKAGES]
    return ", ".join((platform.system(), platform.machine(), _processor(), cores, *packages))


def _processor() -> str:
    """Its name, and a digest of what it can do, which a virtual machine may hide."""
    try:
        lines = _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    fields = dict(reversed([_field(line) for line in lines]))
    flags = blake2b((fields.get("flags") or fields.get("Features", "")).encode(), digest_size=4)
    return f"{fields.get('model name', platform.processor())} {flags.hexdigest()}"


def _field(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _path(home: Path, encoder: str) -> Path:
    return home / "cache" / "embedding_backends" / f"{encoder}.json"
