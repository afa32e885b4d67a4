"""Pure functions on resources: growth, ratios, signals, peers. No I/O, no widgets."""
