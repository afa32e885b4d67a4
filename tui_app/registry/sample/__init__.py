"""The sample: about 600 invented companies that come with the package."""

from tui_app.registry.sample.package import sample_path

__all__ = ["sample_path"]
