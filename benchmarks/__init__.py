"""Figures of speed and quality, each beside a baseline measured in the same run."""
