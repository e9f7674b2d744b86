"""Documents whose files say their structure: the tree as it is said, places from how it was set."""
