"""People: one's own account; for administrators everybody's, collections and the log."""

from components.people.page import page

page()
