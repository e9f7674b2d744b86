"""DocTags, the language in which Docling and its models write pages; no parser by itself.

Source: SmolDocling (arXiv 2503.11576), section 3 (DocTags).
"""
