"""The app as people see it, in a browser."""
