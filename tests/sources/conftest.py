"""What imports are made with, as in the tests of imports."""

from tests.opendata.conftest import data_folder, imported, run

__all__ = ["data_folder", "imported", "run"]
