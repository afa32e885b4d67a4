"""The lists of the left pane: search results, companies registered on a day."""
