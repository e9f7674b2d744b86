"""Many settings measured on the same questions, in the background, and kept."""
