"""The recordings of real servers and clients, replayed against the program as its users start it."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from processes import ROOT, SYNCLINE

VECTORS = pathlib.Path(os.environ.get("SYNCLINE_SHARED", ROOT.parent / "shared")) / "vectors"

# Exchanges that are known to differ. indexof('delta 100%', 't') is 3; the recording's correction says 2.
DIFFERENT = {"wire-azure-node": ["filters #24"], "wire-client-js": []}


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_service_answers_a_recording_alike(name):
    replay = VECTORS / "replay.py"
    if not replay.exists():
        assert os.environ.get("CI") != "true", f"{VECTORS} is missing"
        pytest.skip(f"{VECTORS} is not on this machine")
    command = f"{SYNCLINE} service --listen 127.0.0.1:{{port}} --database {{database}} {{flags}}"
    done = subprocess.run(
        [sys.executable, replay, VECTORS / f"{name}.json", "--start", command],
        capture_output=True, text=True, timeout=300,
    )
    assert re.search(r"^\d+ passed, \d+ failed$", done.stdout, re.M), done.stdout + done.stderr
    assert re.findall(r"^DIFFERS\s+(\S+ #\d+)", done.stdout, re.M) == DIFFERENT[name], done.stdout
