"""What every write to an emulator made of its rows, and the state of one moment, for tests that go back to it."""
import copy


class RowHistory:
    """Pairs of a row before and after a write, in order; None where there was no row."""

    def __init__(self):
        self.entries = []

    def note(self, before, after):
        """`before` and `after`: rows by their ids around one write."""
        for id in [*before, *(id for id in after if id not in before)]:
            if before.get(id) != after.get(id):
                self.entries.append([id, copy.deepcopy(before.get(id)), copy.deepcopy(after.get(id))])
