"""Invents the companies of the sample. Used by ``generate`` alone, never at run time."""
