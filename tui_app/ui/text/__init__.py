"""Text for the screen: cells, drawing, formatting, dates, themes."""
