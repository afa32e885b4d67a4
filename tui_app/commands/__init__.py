"""The commands that are not named after a room: each module is imported when it is called."""
