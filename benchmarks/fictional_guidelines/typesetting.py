"""What the guidelines share: fonts, texts from files, and pages of columns."""

from __future__ import annotations

import json
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BaseDocTemplate, Flowable, PageTemplate

if TYPE_CHECKING:
    from collections.abc import Sequence


_FACES = {"": "Regular", "-Bold": "Bold", "-Italic": "It", "-BoldItalic": "BoldIt"}


def blocks(name: str) -> list[dict[str, Any]]:
    """The texts of a guideline in the order of print, each with its kind."""
    path = Path(__file__).with_name(f"{name}.text.json")
    return json.loads(path.read_text("utf-8"))


def gold(name: str) -> dict[str, Any]:
    """What a careful reader takes from the guideline."""
    path = Path(__file__).with_name(f"{name}.gold.json")
    return json.loads(path.read_text("utf-8"))


def family(package: str, stem: str) -> str:
    """The name of a family of four faces, registered from an installed package of fonts."""
    if stem in pdfmetrics.getRegisteredFontNames():
        return stem
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    folder = Path(spec.origin).parent / "files"
    for suffix, face in _FACES.items():
        pdfmetrics.registerFont(TTFont(stem + suffix, str(folder / f"{stem}-{face}.ttf")))
    pdfmetrics.registerFontFamily(stem, stem, *(stem + suffix for suffix in list(_FACES)[1:]))
    return stem


def style(font: str, size: float, leading: float, **more: Any) -> ParagraphStyle:
    """A style of paragraph, named by what it is made of."""
    return ParagraphStyle(f"{font} {size}", fontName=font, fontSize=size, leading=leading, **more)


def pdf(
    title: str,
    size: tuple[float, float],
    templates: Sequence[PageTemplate],
    story: list[Flowable],
) -> bytes:
    """The typeset pages, the same bytes at every call."""
    out = BytesIO()
    document = BaseDocTemplate(out, pagesize=size, title=title, author="", invariant=1)
    document.addPageTemplates(list(templates))
    document.build(story)
    return out.getvalue()
