"""The content of each sample document; all of it is invented."""
