"""The live public services: the tax administration (ANAF) and the courts' portal."""
