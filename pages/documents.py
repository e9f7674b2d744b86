"""Documents: add files, and see what is in the library."""

from components.heading import heading
from components.intake import intake
from components.library_view import library_view

heading("Documents")
intake()
library_view()
