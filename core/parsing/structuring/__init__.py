"""What all routes share once pages are read: headings, lists, continuations, running text."""
