"""The numbers of a text, in figures and in words, with their units, bounds and dates."""
