"""Documents: add files, and see what is in the library."""

from components.heading import heading
from components.intake import outcomes, samples, uploads
from components.library_view import library_view

heading("Documents")
uploads()
outcomes()
samples()
library_view()
