"""Typesetting of the sample documents: blocks of content in, a PDF with the same bytes out.

Only the builder imports this package; the application reads the finished files. It needs the
development packages reportlab, pyphen, font-source-serif-pro, font-source-sans-pro and
pymupdf-fonts.
"""
