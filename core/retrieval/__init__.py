"""Chunks that an index found, put in the order in which they answer a question best."""
