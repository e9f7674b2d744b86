"""Words read from the picture of a page."""
