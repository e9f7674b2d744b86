"""The route of a document: what it is and why, what the others give, and how to change it."""

from components.routes.card import route_card
from components.routes.compare import compare_routes
from components.routes.pages import page_badges

__all__ = ["compare_routes", "page_badges", "route_card"]
