"""Pages as pictures, and small PDFs of only the pages that are needed."""

from core.rendering.crop import render_crop
from core.rendering.excerpt import excerpt
from core.rendering.page_image import PageImage, render_page
from core.rendering.renderer import Renderer

__all__ = ["PageImage", "Renderer", "excerpt", "render_crop", "render_page"]
