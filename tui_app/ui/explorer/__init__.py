"""The main screen: header, detail pane, footer, and how a session is resumed."""
