"""The company database: schema, building, ranked search and reading."""
