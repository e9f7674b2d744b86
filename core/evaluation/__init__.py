"""Which settings find the right lines at the lowest cost, measured on questions of one's own."""
