"""How far documents are indexed in the background, and what questions are answered by meanwhile."""
