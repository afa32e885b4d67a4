"""Reading files of any kind: directories, archives, encodings, broken lines."""
