"""The company database: schema, ranked search, reading and building."""
