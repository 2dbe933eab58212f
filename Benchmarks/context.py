"""What every benchmark works with: programs, folders, rows of results and ways to measure."""

import dataclasses
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from processes import Server, free_port, run

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent
CACHE = ROOT / ".build" / "bench"


@dataclasses.dataclass
class Figure:
    """Several measurements of one thing."""

    values: list
    unit: str = "s"

    @property
    def median(self):
        return statistics.median(self.values)

    def __str__(self):
        if len(self.values) == 1:
            return f"{number(self.median)} {self.unit}"
        low, high = number(min(self.values)), number(max(self.values))
        return f"{number(self.median)} {self.unit} ({low}–{high})"


@dataclasses.dataclass
class Row:
    """One line of the table.

    `measured` and `beside` are texts or figures; `met` is None where there is no target.
    """

    what: str
    measured: object
    beside: object = ""
    ratio: str = ""
    target: str = ""
    met: bool | None = None
    note: str = ""

    def cells(self):
        met = {True: "yes", False: "**no**", None: ""}[self.met]
        return [self.what, str(self.measured), str(self.beside), self.ratio, self.target, met]


def number(value):
    """A number with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 0.001 or value == 0 else f"{value:.2g}"


def measure(step, warm=1, timed=3, unit="s"):
    """The figure that `step()` returns, repeated; the first `warm` ones do not count."""
    values = [step() for _ in range(warm + timed)][warm:]
    return Figure(values, unit)


class Context:
    """The programs to run and a folder that goes when the run ends."""

    def __init__(self):
        self.syncline = pathlib.Path(
            os.environ.get("SYNCLINE") or ROOT / ".build" / "release" / "syncline")
        #: Figures that one benchmark leaves for another, by name.
        self.shared = {}
        CACHE.mkdir(parents=True, exist_ok=True)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=CACHE))
        self.log = open(CACHE / "programs.log", "wb")
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def bare(self, name):
        """A program of the folder `bare`, compiled by script/bench."""
        return CACHE / "bare" / name

    def python(self, *packages):
        """A Python with these packages of PyPI, in an environment of the benchmarks' own."""
        venv = CACHE / "venv"
        if not (venv / "bin" / "python").exists():
            subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "-q",
               "--disable-pip-version-check", *packages]
        subprocess.run(pip, check=True)
        return venv / "bin" / "python"

    def run(self, *command, **options):
        """Runs a program to its end; see `processes.run`."""
        return run([str(word) for word in command], log=self.log, **options)

    def start(self, *command, port, **options):
        """Starts a program that listens on `port`, and waits until it does."""
        server = Server([str(word) for word in command], port, self.log, **options)
        self.servers.append(server)
        return server

    def service(self, database, *options):
        """Starts the table service on `database`."""
        port = free_port()
        return self.start(
            self.syncline, "service", "--listen", f"127.0.0.1:{port}", "--database", database,
            "--soft-delete", "all", *options, port=port)

    def data_directory(self, name, url, table="items"):
        """A new data directory with one store, `bench`, of one table."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        store = {
            "name": "bench", "environment": "development",
            "remote": {"kind": "azure", "url": url, "apiVersion": "2.0.0"},
            "tables": [{"name": table}],
        }
        (folder / "syncline.json").write_text(json.dumps({"stores": [store]}))
        return folder

    def verb(self, verb, data, *arguments):
        """Runs a verb of the command line on the store of a data directory."""
        finished = self.run(
            self.syncline, verb, *arguments, "--data", data, "--store", "bench", "--json")
        if finished.status != 0:
            sys.exit(f"bench: syncline {verb} failed:\n{finished.output[-2000:]}")
        return finished

    def wait_until_quiet(self, seconds=0.2):
        """Lets the disk's caches drain between two measurements."""
        os.sync()
        time.sleep(seconds)
