"""Editions of a document: dates, validity and status, what supersedes what, and what changed."""
