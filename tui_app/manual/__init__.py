"""The manual, in Markdown: a page for each topic, read by the command and by the explorer."""
