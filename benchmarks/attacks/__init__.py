"""Attacks, accidents and careless settings, one module a kind, for `benchmarks.hostile`."""
