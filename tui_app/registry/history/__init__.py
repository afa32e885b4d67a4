"""The register over time: one file beside a registry, in which only differences are kept."""
