"""Evaluate: which settings find the right lines of your documents, at which cost."""

from components.evaluate.page import page

page()
