"""What the console does by itself: a scheduled sync, and the pulls of a live store."""
import http.client
import time

from processes import DEADLINE_SECONDS, edited_settings, eventually
from scenarios.base import Scenario, edited, new
from servers import TABLE

#: How long a sync or a change may take to come.
SECONDS = 15
GONE = (OSError, http.client.HTTPException, AssertionError)


class Scheduled(Scenario):
    """The console is started, and a sync is due: two changes are pushed, one is pulled."""

    may_refuse = True
    schedule = {"everyMinutes": 60, "startDelaySeconds": 0, "jitterSeconds": 0, "quietSeconds": 0}

    def prepare(self, world):
        world.insert("m0", new("m0"))
        world.change("n0", {"a": "n0 edited"})
        world.service.change(TABLE, "n1", {"a": "n1 there"})

    def act(self, world, process):
        console = world.console
        console.stop()
        with edited_settings(console.data) as settings:
            settings["stores"][0]["schedule"] = self.schedule
        try:
            console.start()
        except AssertionError:
            world.answers.append(("serve", console.process.wait(DEADLINE_SECONDS), console.said()))
            return
        self.wait(world)

    @staticmethod
    def scheduled(world):
        return [run for run in world.console.get("/s/todo/sync.json")["runs"] if run["by"] == "schedule"]

    def wait(self, world):
        """Until the sync has ended, or the console; a clock that was set may have it wait."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and world.console.process.poll() is None:
            try:
                runs = self.scheduled(world)
            except GONE:
                runs = []
            if runs and all(run["state"] != "running" for run in runs):
                world.answers.extend((f"run {run['run']}", 200, run) for run in runs)
                return
            time.sleep(0.05)

    def recovered(self, world):
        """Nothing more is started by the schedule, and what it has started ends."""
        # A store whose file could not be used is tried again every few seconds.
        eventually(lambda: world.console.request("POST", "/s/todo/schedule", {"paused": True})[0] < 300, "the schedule was not paused", 60)
        eventually(lambda: all(run["state"] != "running" for run in self.scheduled(world)), "the scheduled sync did not end", 60)

    def expected(self):
        return {"m0": tuple(new("m0").values()), "n0": edited("n0", "n0 edited"), "n1": edited("n1", "n1 there")}


class Live(Scenario):
    """Changes of others come to a live store: an insert, an edit, a soft delete and the edit of a row that was edited here, too."""

    processes = ["console", "service"]
    is_slow, keeps_server = True, False
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}

    def prepare(self, world):
        world.change("n5", {"a": "here"})

    def prepared(self, world):
        world.make_live()

    def ready(self, world):
        def is_live():
            live = world.console.get("/s/todo/sync.json")["live"]
            return live is not None and live["state"] == "connected"  # None until the console has opened the store.

        eventually(is_live, "the store is not live")

    def act(self, world, process):
        try:
            world.service.insert(TABLE, {"id": "m0"} | new("m0"))
            world.service.change(TABLE, "n0", {"a": "n0 there"})
            world.service.change(TABLE, "n5", {"a": "there"})
            world.service.delete(TABLE, "n1")
        except GONE:
            return
        end = time.monotonic() + SECONDS / 3
        while time.monotonic() < end and world.console.process.poll() is None and not self.is_here(world):
            time.sleep(0.05)

    def is_here(self, world):
        try:
            rows = world.here()
        except GONE:
            return False
        return all(rows.get(id) == row for id, row in world.there().items() if id not in self.conflicts)

    def recovered(self, world):
        eventually(lambda: self.is_here(world), "what changed on the server did not come by itself", 90)

    def again(self, world):
        """What the service did not take is sent again."""
        rows = world.service.rows(TABLE)
        if "m0" not in rows:
            world.service.insert(TABLE, {"id": "m0"} | new("m0"))
        for id, value in [("n0", "n0 there"), ("n5", "there")]:
            if rows[id]["a"] != value:
                world.service.change(TABLE, id, {"a": value})
        if not rows["n1"]["deleted"]:
            world.service.delete(TABLE, "n1")
        self.recovered(world)

    def expected(self):
        return {"m0": tuple(new("m0").values()), "n0": edited("n0", "n0 there"), "n1": "deleted"}
