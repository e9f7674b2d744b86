"""Tables of either route: grids from rulings or from aligned text, headers, spans, words."""
