"""The main screen: header, detail pane, footer, and the resuming of a session."""
