"""Files as they come: folders, archives, encodings, broken lines."""
