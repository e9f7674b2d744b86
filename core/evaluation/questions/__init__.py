"""Questions with the lines that answer them: made by hand, imported, or generated and checked."""
