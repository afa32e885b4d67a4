"""Reads dated snapshots of the trade register, in any of its layouts, into the history."""
