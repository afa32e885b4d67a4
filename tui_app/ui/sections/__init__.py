"""The tabs of the detail pane, one module each."""
