"""Settings: where data lies, what the limits are, which models and services are used."""

from components.settings.page import page

page()
