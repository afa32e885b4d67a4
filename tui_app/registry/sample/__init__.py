"""The sample: about 600 invented companies that come with the package."""

from tui_app.registry.sample.package import build_missing, sample_path

__all__ = ["build_missing", "sample_path"]
