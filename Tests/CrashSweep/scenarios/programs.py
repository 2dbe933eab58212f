"""The console itself: its accounts, and its start."""
import time

from processes import DEADLINE_SECONDS
from scenarios.base import Scenario
from world import ROWS


class Accounts(Scenario):
    """Two users and an API token are added."""

    processes = ["command"]
    users = ["ann", "ben"]
    audited = {"user.edit": [(f"user {name}, added as viewer", None) for name in users] + [
        ("API token t, created as operator", None), ("API token tests, created as admin", None)]}

    def act(self, world, process):
        self.add(world, self.users, ["t"])

    def add(self, world, users, tokens):
        for name in users:
            world.command("user", "add", name, "--role", "viewer", "--password-stdin", store=False, input="correct horse battery staple\n")
        for name in tokens:
            world.command("token", "add", name, "--role", "operator", store=False)

    def again(self, world):
        page = world.console.get("/users.json")
        users, tokens = ({row["name"] for row in page[kind]} for kind in ("users", "tokens"))
        self.add(world, [name for name in self.users if name not in users], [name for name in ["t"] if name not in tokens])


class Start(Scenario):
    """The console is stopped and started; it refuses, or it serves and says which store has a problem."""

    may_refuse = True

    def act(self, world, process):
        console = world.console
        console.stop()
        try:
            console.start()
        except AssertionError:
            world.answers.append(("serve", console.process.wait(DEADLINE_SECONDS), console.said()))
            return
        status = self.look(world)
        world.answers.append((f"{ROWS}.json", *(status or (None, None))))

    def look(self, world):
        """The status and the body of a page of rows; none when the process has ended."""
        try:
            status, _, body = world.console.request("GET", f"{ROWS}.json")
            return status, body
        except OSError:
            return None

    def recovered(self, world):
        end = time.monotonic() + 30
        while self.look(world)[0] != 200 and time.monotonic() < end:
            time.sleep(0.2)
