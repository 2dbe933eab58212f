"""Nobody's change is overwritten unseen, whatever the network does; `histories.py` runs more seeds by hand."""
import pytest

from histories import History


@pytest.mark.parametrize("seed", range(1, 31))
def test_no_change_of_a_rival_is_overwritten_unseen(tmp_path, seed):
    history = History(seed, tmp_path)
    problems = history.run()
    assert problems == [], "\n".join(history.log)
