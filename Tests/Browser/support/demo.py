"""The demo, filled once for all tests: its 13,000 rows take a program that was built for tests half a minute."""
import fcntl
import json

from processes import Console, Process, curl

OPTIONS = ["--demo", "--demo-listen", "127.0.0.1:0"]


class Demo(Console):
    """`serve --demo` over a data directory."""

    def __init__(self, data):
        super().__init__(data, OPTIONS)

    @property
    def service(self):
        return self.wait_for(r"table service is ready at (http://\S+)").group(1)

    def change_there(self, table, id, values):
        """As another client would."""
        status, _ = curl(
            "-X", "PATCH", "-H", "ZUMO-API-VERSION: 2.0.0", "-H", "Content-Type: application/json",
            "-d", json.dumps(values), f"{self.service}/tables/{table}/{id}",
        )
        assert status == 200

    def make_conflict(self, id):
        """Two columns of a subdivision, one of them changed on both sides; the error's id."""
        self.change_there("Subdivision", id, {"name": f"{id} there"})
        self.post(f"/s/todo/t/Subdivision/r/{id}", {"values": {"name": f"{id} here", "type": "changed here"}})
        self.run("push")
        return next(error["id"] for error in self.errors() if error["itemId"] == id)


class FirstStart(Demo):
    """Fills the data directory and leaves nothing of a test in it."""

    def start(self):
        Process.start(self)


def filled(folder):
    """A data directory to copy; the first worker that asks fills it."""
    data, done = folder / "filled-demo", folder / "filled-demo.done"
    with open(folder / "filled-demo.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            with FirstStart(data):
                pass
            done.touch()
    return data
