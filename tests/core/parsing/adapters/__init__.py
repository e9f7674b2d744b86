"""Tests of the parsers of others, and what they share."""
