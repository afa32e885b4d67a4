"""Pure functions on resources: growth, ratios, ages. No I/O, no widgets."""
