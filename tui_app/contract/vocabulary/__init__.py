"""The words that say the same, once: places, legal forms, states within names, abbreviations.

Files, history, matching, screening, search and tables all read with this vocabulary.
"""
