"""Screening: companies as sets, one for each value of each field, whatever engine keeps them.

A company is its number in the registry. A *set* holds the companies with one value of a field;
a *span* holds those that follow each other in the order of a field, and says between which
values. All are Roaring bitmaps: a whole country is cut, joined and counted in a millisecond.
"""
