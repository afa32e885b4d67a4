"""The way from a painted frame to the terminal: few bytes, and the program never waits for it.

``frame_timer`` says when a screen is painted, and ``compositor`` renders what changed as a
``frame``; ``diff_app`` is the part of the app that puts frames on the ``canvas``, which knows
what the terminal shows and what it should show. ``output`` writes from a thread of its own;
``driver`` joins them, and ends cleanly when the line drops. The other way, ``keys`` passes on
what was typed, ``typeahead`` what was typed before the program was ready. ``textual_private``
holds every private name of Textual that this takes. CONTRIBUTING says which bar each serves.
"""
