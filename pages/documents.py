"""Documents: add files, and see what is in the library."""

from components.documents.intake import intake
from components.documents.library_view import library_view
from components.widgets.heading import heading

heading("Documents")
intake()
library_view()
