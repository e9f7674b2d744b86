"""Documents that were given as text: structure straight from it, places from how it was set."""
