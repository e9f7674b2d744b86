"""Candidate questions by rule, each kind in a file of its own."""
