"""The interface of the company information service, once: no I/O, nothing of ours imported."""
