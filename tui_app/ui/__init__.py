"""The explorer on the screen: Textual only, fed by the client."""
