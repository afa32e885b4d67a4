"""Commands without a package of their own; each module is imported when its command is called."""
