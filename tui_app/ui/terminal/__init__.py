"""From a painted frame to the terminal: few bytes, and the program never waits for the line.

``frame_timer`` decides when a screen is painted, and ``compositor`` renders what changed as a
``frame``. ``diff_app`` is the part of the app that puts frames on the ``canvas``, which holds
both the cells shown and the cells wanted. ``writer`` writes from a thread of its own.
``driver`` connects them and ends cleanly when the line drops. For input, ``typed_text``
decodes and ``keys`` delivers what is typed, ``typeahead`` what was typed before the program was
ready. ``textual_private`` holds every private name of Textual that this uses. CONTRIBUTING says
which bar each serves.
"""
