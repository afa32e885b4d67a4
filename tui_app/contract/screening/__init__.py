"""What companies are screened by: criteria as an object, and the small language for them."""
