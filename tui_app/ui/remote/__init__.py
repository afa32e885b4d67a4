"""How a pane asks for a remote value: its states, its price, the allowance that is left."""
