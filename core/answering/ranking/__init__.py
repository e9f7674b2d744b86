"""The order of quotable units for a question, and how likely the first one answers it."""
