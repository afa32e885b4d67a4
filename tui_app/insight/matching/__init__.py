"""Which company a row of a list means: readable features, their weights, and the decision."""
