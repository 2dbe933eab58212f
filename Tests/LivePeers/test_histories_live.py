"""The random histories of `Tests/Browser/support/histories.py` on real servers.

    pytest Tests/LivePeers/test_histories_live.py --live-seed 1000 --live-seconds 600
"""
import itertools
import random
import time

import pytest

from histories import History
from sides import AzureSide, ParseSide, ToolkitSide

SIDES = {"azure": AzureSide, "toolkit-ef": ToolkitSide, "parse": ParseSide}


@pytest.mark.parametrize("kind", SIDES)
def test_nothing_is_lost_doubled_or_overwritten_unseen(tmp_path, request, peers, kind):
    peer = peers(kind)
    end = time.monotonic() + request.config.getoption("--live-seconds", 5)
    failures = []
    for seed in itertools.count(request.config.getoption("--live-seed", 1)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        history = History(seed, folder, SIDES[kind](peer, random.Random(seed)))
        problems = history.run()
        if problems:
            failures.append("\n  ".join([f"seed {seed}, {history.side}", *problems, "", *history.log]))
        if time.monotonic() > end:
            break
    assert not failures, "\n\n".join(failures)
