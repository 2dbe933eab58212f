"""What is taken back or restored: an import, and rows that are gone on both sides."""
import datetime
import time

from scenarios.base import Scenario
from scenarios.rows import Import
from servers import BASE_ROWS, TABLE
from world import ROWS


class UndoImport(Scenario):
    """The undo of an import of new and changed rows."""

    rows = Import.rows

    def prepare(self, world):
        world.console.post(f"{ROWS}/import", {"rows": self.rows, "mode": "upsert"})
        [self.entry] = [entry["id"] for entry in world.console.get("/audit.json")["entries"] if entry["action"] == "rows.import"]
        self.audited = {"action.undo": len(self.rows)}

    def act(self, world, process):
        world.act(f"/undo/{self.entry}")

    def done(self, world):
        return [not self.is_left(world)]

    def again(self, world):
        if self.is_left(world):
            world.console.post(f"/undo/{self.entry}")

    def is_left(self, world):
        rows = world.here()
        return any(rows.get(row["id"], "deleted") != "deleted" and rows[row["id"]][0] == row["a"] for row in self.rows)


class Restore(Scenario):
    """Rows that are gone on both sides are staged by the time machine, and inserted again."""

    gone = ["n0", "n1", "n2"]

    def prepare(self, world):
        time.sleep(1.1)  # The moment is a second with nothing before it or after it.
        self.at = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        time.sleep(1.1)
        for id in self.gone:
            world.service.oracle.delete(id)
        number = world.console.run("reconcile", {"table": TABLE})["run"]
        world.console.post(f"/s/todo/reconcile/{number}/apply", {"missingOnServer": "remove-here", "confirm": len(self.gone)})
        assert set(world.here()) == set(BASE_ROWS) - set(self.gone)

    audited = {"rows.edit": [(f"{len(gone)} staged rows", len(gone))]}

    def act(self, world, process):
        status, answer = world.act(f"{ROWS}/past/stage", {"at": self.at, "ids": self.gone})
        if status == 200 and answer["staged"] == len(self.gone):
            world.act("/s/todo/changes/save")

    def again(self, world):
        if set(self.gone) - set(world.here()):
            world.console.post(f"{ROWS}/past/stage", {"at": self.at, "ids": self.gone})
            world.console.post("/s/todo/changes/save")
