"""The route of a document: what it is and why, what the others give, and how to change it."""
