"""The cost of the same work with Textual's own widgets.

Each module is a separate program that imports only the widgets it shows, so that it starts as fast
as such a program can.
"""
