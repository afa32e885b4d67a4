"""What the program needs of the machine: streams, files, locks, certificates, language."""
