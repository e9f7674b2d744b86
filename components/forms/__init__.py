"""Forms for a configuration: a control for each option of its pydantic models."""
