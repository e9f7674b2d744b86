"""What several pages draw. A component owns its key and gives back a typed value."""
