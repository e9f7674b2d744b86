"""Ask: questions to the documents, answered with their own sentences, each shown on its page."""

import streamlit as st

st.title("Ask", anchor=False)
