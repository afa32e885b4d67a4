"""The command line: a module for each command, and the parts that commands share."""
