"""The interface of the company information service: no I/O, and no imports from other packages."""
