"""Documents: add files, and see what is in the library."""

import streamlit as st

from components.intake import outcomes, samples, uploads
from components.library_view import library_view

st.title("Documents", anchor=False)
uploads()
outcomes()
samples()
library_view()
