"""The settings of a store, changed in the console and taken back, and the store itself, removed and brought back."""
import json

from processes import eventually
from scenarios.base import Scenario, edited, new

BEFORE, AFTER = None, "staging"


def environment(world):
    """What the file has."""
    return json.loads((world.console.data / "syncline.json").read_text())["stores"][0].get("environment")


class Settings(Scenario):
    """The settings of the store are changed."""

    audited = {"store.edit": [("settings", None)]}

    def prepare(self, world):
        self.store = world.console.get("/s/todo/settings.json")["store"] | {"environment": AFTER}

    def act(self, world, process):
        world.act("/s/todo/settings", {"store": self.store})

    def left(self, world):
        found = environment(world)
        return [] if found in (BEFORE, AFTER) else [f"the file has the environment {found!r}"]

    def again(self, world):
        if environment(world) != AFTER:
            world.console.post("/s/todo/settings", {"store": self.store})

    def problems(self, world):
        shown = world.console.get("/s/todo/settings.json")["store"].get("environment")
        found = {environment(world), shown}
        return [] if found == {AFTER} else [f"the environment is {found}"]


class UndoSettings(Settings):
    """A change of the settings is taken back. Whether it was is in doubt where the program ended meanwhile."""

    def prepare(self, world):
        super().prepare(world)
        self.entry = world.console.post("/s/todo/settings", {"store": self.store})["undo"]
        self.audited = {"action.undo": [(f"entry {self.entry}, Settings of todo restored.", None)]}

    def act(self, world, process):
        world.act(f"/undo/{self.entry}")

    def again(self, world):
        if environment(world) != BEFORE:
            world.console.post(f"/undo/{self.entry}")

    def problems(self, world):
        shown = world.console.get("/s/todo/settings.json")["store"].get("environment")
        found = {environment(world), shown}
        return [] if found == {BEFORE} else [f"the environment is {found}"]


class RemoveStore(Scenario):
    """A store with unsent changes is removed and brought back. Whoever finds it removed brings it back."""

    def prepare(self, world):
        world.insert("m0", new("m0"))
        world.change("n0", {"a": "n0 edited"})
        self.store = world.console.get("/s/todo/settings.json")["store"]

    def act(self, world, process):
        status, answer = world.act("/s/todo/remove", {"confirm": "todo"})
        if status == 200:
            world.act(f"/undo/{answer['undo']}")

    def recovered(self, world):
        if not self.is_there(world):
            self.bring_back(world)
        eventually(lambda: world.console.request("GET", "/s/todo/queue.json")[0] == 200, "the store is not open", 30)

    @staticmethod
    def is_there(world):
        return any(store["name"] == "todo" for store in world.console.get("/.json")["stores"])

    def bring_back(self, world):
        """By undo, or by hand where the program ended before it could note the removal."""
        entries = world.console.get("/audit.json")["entries"]
        undo = next((entry["id"] for entry in entries if entry["target"] == "removed" and entry["undo"]), None)
        if undo:
            world.console.post(f"/undo/{undo}")
            return
        stores = world.console.data / "stores"
        for file in (stores / "removed").glob("todo-*"):
            file.rename(stores / ("todo.sqlite" + file.name.partition(".sqlite")[2]))
        world.console.post("/stores", {"store": self.store}, status=201)

    def expected(self):
        return {"m0": tuple(new("m0").values()), "n0": edited("n0", "n0 edited")}
