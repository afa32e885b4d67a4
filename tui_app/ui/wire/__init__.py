"""The way from a painted frame to the terminal: few bytes, never in the way of the program.

``canvas`` knows what the terminal shows and what it should show; ``output`` writes from a
thread of its own; ``driver`` joins them, and ends cleanly when the line drops; ``display``
is the part of the app that paints through them.
"""
