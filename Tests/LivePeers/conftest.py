"""The programs under test, and the real servers that they are tried on."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from peers import Parse, require_peers  # noqa: E402


@pytest.fixture(scope="session")
def parse(tmp_path_factory):
    """Parse Server over PostgreSQL; every test has classes of its own."""
    require_peers("node", "/usr/lib/postgresql")
    folder = tmp_path_factory.mktemp("parse")
    # PostgreSQL runs as a user of its own.
    for parent in [folder, *folder.parents]:
        if parent.stat().st_uid == folder.stat().st_uid and parent != pathlib.Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    with Parse(folder) as parse:
        yield parse
