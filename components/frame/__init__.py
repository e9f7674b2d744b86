"""What stands around every page: the guided tour, the presenter's view, light or dark."""
