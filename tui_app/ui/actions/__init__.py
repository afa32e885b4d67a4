"""All actions; the footer, palette, help, bindings and key table derive from them."""
