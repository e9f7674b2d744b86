"""Two settings beside each other in figures, by what they find for questions."""
