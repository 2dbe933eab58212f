"""Ends a browser that stands still: what is asked of it never returns then, and no test after it would run."""
import contextlib
import os
import pathlib
import signal
import threading
import time

SECONDS = 150
#: During what a browser had to be ended.
stood_still = []
_last_move = time.monotonic()


def moved():
    """Says that all is well, in the midst of long work."""
    global _last_move
    _last_move = time.monotonic()


@contextlib.contextmanager
def ended_browsers(what, seconds=SECONDS):
    """Kills the browsers when nothing moves for so long; what waits for them fails where it stands."""
    over = threading.Event()

    def look():
        while not over.wait(0.5):
            if time.monotonic() - _last_move > seconds:
                stood_still.append(what)
                moved()
                for process in browsers():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)

    moved()
    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def browsers():
    """The first process of each browser that this one started."""
    found, parents = [], {os.getpid()}
    children = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append(folder)
    while parents:
        folders = [folder for parent in parents for folder in children.get(parent, [])]
        parents = {int(folder.name) for folder in folders}
        for folder in folders:
            with contextlib.suppress(OSError):
                if b"--remote-debugging-pipe" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


class LastingBrowser:
    """One browser for all tests, begun anew where the last one ended."""

    def __init__(self, launch):
        self.launch, self.browser = launch, launch()

    def new_context(self, **options):
        if not self.browser.is_connected():
            self.browser = self.launch()
        return self.browser.new_context(**options)

    def close(self):
        self.browser.close()
