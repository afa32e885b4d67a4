"""What the program needs from the machine: streams, files, locks, certificates, language."""
