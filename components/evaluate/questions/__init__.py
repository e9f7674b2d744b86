"""Sets of questions: made, changed, brought in and taken out."""
