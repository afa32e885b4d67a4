"""What the README says is so."""

from tests.docs.keys import END, README, START, renewed


def test_the_table_of_keys_is_up_to_date() -> None:
    readme = README.read_text(encoding="utf-8")
    assert START in readme and END in readme
    assert renewed(readme) == readme
