"""The Ministry of Finance's files: yearly statements and the list of taxpayers."""
