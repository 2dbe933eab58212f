"""The settings of a store, changed in the console and taken back."""
import json

from scenarios.base import Scenario

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
