"""The text of another parser aligned with the words of the pages: where each of its words stands.

Source: thesis, section 3.3 (span-level bounding box identification).
"""
