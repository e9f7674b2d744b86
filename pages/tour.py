"""Tour: what five sources add, each seen on the same page of a sample."""

from components.tour.page import page

page()
