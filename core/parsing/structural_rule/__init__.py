"""Path 1: places on a page found by rules over the text that the PDF itself holds.

Source: TopoChunker, section 3.1 (STRUCTURAL_RULE).
"""
