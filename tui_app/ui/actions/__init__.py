"""Everything a key can do: footer, palette, help, bindings and the key table derive from it."""
