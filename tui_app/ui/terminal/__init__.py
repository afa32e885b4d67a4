"""The way from a painted frame to the terminal: few bytes, never in the way of the program.

``pace`` says when a screen is painted, and ``compositor`` renders what of it is seen;
``display`` is the part of the app that takes those frames to the ``canvas``, which knows what
the terminal shows and what it should show. ``output`` writes from a thread of its own;
``driver`` joins them, and ends cleanly when the line drops. The other way, ``keys`` lets in
what was typed, ``ahead`` what was typed before the program was ready.
"""
