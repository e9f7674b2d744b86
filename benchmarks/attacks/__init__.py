"""Hidden and visible text and full disks, one module a kind, for `benchmarks.hostile`."""
