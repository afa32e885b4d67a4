"""Screening over a registry file."""
