"""What two parsers or two strategies have in common, in figures, and which of them finds more."""
