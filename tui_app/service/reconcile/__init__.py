"""The Reconciliation Service API 0.2 (a W3C community report), for OpenRefine and the like."""
