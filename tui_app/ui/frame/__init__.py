"""What every whole screen has: its head line, its messages, and the one way to run an action."""
