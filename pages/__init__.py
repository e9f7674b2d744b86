"""The pages of the app, one script for each job; they only call components."""
