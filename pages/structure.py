"""Structure: the tree of a document, and where each of its elements stands."""

import streamlit as st

from components.document_picker import document_picker
from components.structure_view import structure_view

st.title("Structure", anchor=False)
if document := document_picker():
    structure_view(document)
