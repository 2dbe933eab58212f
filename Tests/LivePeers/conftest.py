"""The programs under test, and the real servers that they are tried on."""
import contextlib
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser" / "support"))

from bench import Bench  # noqa: E402
from peers import Azure, Parse, Toolkit, ToolkitEF, require_peers  # noqa: E402

KINDS = {"azure": Azure, "toolkit": Toolkit, "toolkit-ef": ToolkitEF, "parse": Parse}


def pytest_addoption(parser):
    parser.addoption("--live-seed", type=int, default=1, help="the first seed of the histories on real servers")
    parser.addoption("--live-seconds", type=float, default=5, help="how long each server goes through histories")


class Peers:
    """Each server is started when it is first asked for, and ends with the session."""

    def __init__(self, factory):
        self.factory, self.running, self.stack = factory, {}, contextlib.ExitStack()

    def __call__(self, kind):
        if kind not in self.running:
            require_peers(*(["node"] if kind in ("azure", "parse") else []), *(["/usr/lib/postgresql"] if kind == "parse" else []))
            folder = self.factory.mktemp(kind)
            if kind == "parse":
                open_to_postgres(folder)
            self.running[kind] = self.stack.enter_context(KINDS[kind](folder))
        return self.running[kind]


@pytest.fixture(scope="session")
def peers(tmp_path_factory):
    peers = Peers(tmp_path_factory)
    with peers.stack:
        yield peers


@pytest.fixture(scope="module", params=["azure", "toolkit", "toolkit-ef"])
def server(request, peers):
    """A server of the Azure Mobile Apps protocol."""
    return peers(request.param)


def open_to_postgres(folder):
    """PostgreSQL runs as a user of its own."""
    for parent in [folder, *folder.parents]:
        if parent.stat().st_uid == folder.stat().st_uid and parent != pathlib.Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)


@pytest.fixture(scope="session")
def parse(peers):
    """Parse Server over PostgreSQL; every test has classes of its own."""
    return peers("parse")


@pytest.fixture(scope="module")
def shared(tmp_path_factory, server):
    with Bench(tmp_path_factory.mktemp("store"), server) as bench:
        yield bench


@pytest.fixture
def bench(shared):
    shared.renew()
    return shared
