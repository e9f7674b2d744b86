"""Tests of Sightline; their folders mirror the source."""
