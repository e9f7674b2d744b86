"""Ask: questions to the documents, answered with their own sentences, each shown on its page."""

from components.ask.page import page

page()
