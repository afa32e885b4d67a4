"""From a painted frame to the terminal: few bytes, and the program never waits for the line.

``frames`` decides when a screen is painted, and puts frames on the ``canvas``, which holds both the
cells shown and the cells wanted. ``driver`` writes them from a thread of its own, and ends cleanly
when the line drops. For input, ``keys`` decodes typed keys and delivers them, and ``typeahead``
keeps those typed before the program was ready. ``textual_private`` lists every private name of
Textual in use. CONTRIBUTING names the benchmark that each piece serves.
"""
