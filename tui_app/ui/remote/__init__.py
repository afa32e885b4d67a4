"""How a pane requests a remote value: its states, its price, and the remaining allowance."""
