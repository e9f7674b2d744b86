"""Parts that any page can draw. A widget owns its key and gives back a typed value."""
