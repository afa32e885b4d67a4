"""The words of a registry's names: how rare one is, which are one typing error away, and which
companies have some of them. The same for every engine.
"""
