"""The review of a matched list: rows on the left, the candidates of one on the right."""
