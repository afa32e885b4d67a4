"""Screening: a set of companies for each value of each field, for any engine.

A company is its number in the registry. A *set* holds the companies with one value of a field; a
*span* holds consecutive companies in the order of a field, with the first and last value. All are
Roaring bitmaps: those of a whole country are combined in a millisecond.
"""
