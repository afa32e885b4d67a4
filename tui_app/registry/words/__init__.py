"""The words of a registry's names, the same for every engine.

It tells how rare a word is, which words are one typing error away, and which companies have some of
them.
"""
