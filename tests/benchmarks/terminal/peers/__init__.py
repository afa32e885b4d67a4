"""What Textual's own widgets cost for the same work.

Each module is a program of its own that imports only what it shows, so that it starts as
fast as such a program can.
"""
