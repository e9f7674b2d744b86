"""The Inspector: probes a document without reading its text, and chooses how to parse it."""
