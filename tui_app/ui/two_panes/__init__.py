"""A list beside a company: what every action acts on."""
