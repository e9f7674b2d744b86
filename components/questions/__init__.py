"""Sets of questions on the page Evaluate: made, changed, brought in and taken out."""
