"""Fixtures: real processes on free ports."""
import shutil

import pytest

from demo import filled
from pages import launch
from processes import Console, Service

# The files that take longest, which the workers of pytest-xdist begin first, so that none of them runs alone at the end.
# test_alerts.py waits for most of its time and runs beside test_pages.py, which keeps the cores busy.
LONG_FILES = [
    "test_pages.py", "test_alerts.py", "test_parse_server.py", "test_hostile.py", "test_storage.py", "test_histories.py",
    "test_accounts.py", "test_deciding.py", "test_stores.py", "test_times.py", "test_parse.py", "test_azure_server.py",
    "test_cells.py", "test_languages.py", "test_rows.py", "test_demo.py", "test_histories_live.py",
]


def pytest_collection_modifyitems(items):
    ranks = {name: rank for rank, name in enumerate(LONG_FILES)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(ranks)))


@pytest.fixture(scope="session")
def filled_demo(tmp_path_factory, worker_id):
    """The data of a demo that was filled and stopped; the workers share it."""
    folder = tmp_path_factory.getbasetemp()
    return filled(folder if worker_id == "master" else folder.parent)


@pytest.fixture(scope="module")
def demo_data(filled_demo, tmp_path_factory):
    """A data directory of the filled demo for one file of tests."""
    return shutil.copytree(filled_demo, tmp_path_factory.mktemp("demo") / "data")


@pytest.fixture
def sharing_browser(playwright):
    """One whose tabs share a worker, as browsers do outside of tests."""
    chromium = launch(playwright, has_shared_workers=True)
    yield chromium
    chromium.close()


@pytest.fixture
def service(tmp_path):
    """An empty table service."""
    with Service(tmp_path / "service.sqlite") as service:
        yield service


@pytest.fixture
def console(tmp_path, service):
    """A console with the store `todo` for the service: TodoItem is soft-deleted by `complete`."""
    with Console.with_store(tmp_path / "data", service) as console:
        yield console
