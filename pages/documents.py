"""Documents: add files, and see what is in the library."""

from components.documents.page import page

page()
