"""History: answers that were checked and signed, and the log of what was done to them."""

from components.history.page import page

page()
