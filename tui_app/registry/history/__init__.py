"""The register over time: one file beside a registry, which stores only differences."""
