"""Pages as pictures, and small PDFs of only the pages that are needed.

What draws stands in modules of its own, which only the process that draws imports: loading PyMuPDF
takes longer than showing a page.
"""

from core.rendering.page_image import PageImage
from core.rendering.renderer import Renderer

__all__ = ["PageImage", "Renderer"]
