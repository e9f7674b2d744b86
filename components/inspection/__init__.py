"""What the Inspector found out about a document, and what was decided from it."""
