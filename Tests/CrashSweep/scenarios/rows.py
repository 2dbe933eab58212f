"""Changes of rows in the console."""
from scenarios.base import MANY, Scenario, base, edited, new
from servers import BASE_ROWS, TABLE
from world import ROWS


class Change(Scenario):
    """An insert, an edit, a delete and an undelete of single rows."""

    audited = {
        "rows.edit": [(f"{TABLE} m0", 1), (f"{TABLE} n0", 1)], "rows.delete": [(f"{TABLE} n1", 1), (f"{TABLE} n2", 1)],
        "rows.undelete": [(f"{TABLE} n2", 1)],
    }

    def prepare(self, world):
        world.console.post(f"{ROWS}/r/n2/delete")
        world.console.run("push")

    def act(self, world, process):
        if world.act(ROWS, {"values": {"id": "m0"} | new("m0")})[0] == 201:
            world.values["m0"] = new("m0")
        if world.act(f"{ROWS}/r/n0", {"values": {"a": "n0 edited"}})[0] == 200:
            world.values["n0"] = {"a": "n0 edited"}
        world.act(f"{ROWS}/r/n1/delete")
        world.act(f"{ROWS}/r/n2/undelete")

    def done(self, world):
        rows = world.here()
        return ["m0" in rows, rows["n0"] != base("n0"), rows["n1"] == "deleted", rows["n2"] != "deleted"]

    def again(self, world):
        rows = world.here()
        if "m0" not in rows:
            world.insert("m0", new("m0"))
        if rows["n0"] == base("n0"):
            world.change("n0", {"a": "n0 edited"})
        if rows["n1"] != "deleted":
            world.console.post(f"{ROWS}/r/n1/delete")
        if rows["n2"] == "deleted":
            world.console.post(f"{ROWS}/r/n2/undelete")

    def expected(self):
        return {"m0": tuple(new("m0").values()), "n0": edited("n0", "n0 edited"), "n1": "deleted", "n2": base("n2")}


class Import(Scenario):
    """New and changed rows from a program, twice if need be."""

    rows = [{"id": id} | new(id) for id in MANY] + [{"id": id, "a": f"{id} imported"} for id in ("n0", "n1")]
    audited = {"rows.import": len(rows)}

    def act(self, world, process):
        status, _ = world.act(f"{ROWS}/import", {"rows": self.rows, "mode": "upsert"})
        if status == 200:
            world.values = {row["id"]: {k: v for k, v in row.items() if k != "id"} for row in self.rows}

    def done(self, world):
        rows = world.here()
        return [all(row["id"] in rows and rows[row["id"]][0] == row["a"] for row in self.rows)]

    def again(self, world):
        world.console.post(f"{ROWS}/import", {"rows": self.rows, "mode": "upsert"})

    def expected(self):
        return {id: tuple(new(id).values()) for id in MANY} | {id: edited(id, f"{id} imported") for id in ("n0", "n1")}


class Bulk(Scenario):
    """Two rows are edited at once, then three others are deleted at once."""

    audited = {"rows.delete": [(TABLE, 3)], "rows.edit": [(TABLE, 2)]}

    def act(self, world, process):
        world.act(f"{ROWS}/bulk", {"action": "edit", "ids": ["n0", "n1"], "values": {"a": "both"}})
        world.act(f"{ROWS}/bulk", {"action": "delete", "ids": ["n2", "n3", "n4"]})

    def done(self, world):
        rows = world.here()
        return [all(rows[id][0] == "both" for id in ("n0", "n1")), all(rows.get(id) == "deleted" for id in ("n2", "n3", "n4"))]

    def again(self, world):
        rows = world.here()
        edits = [id for id in ("n0", "n1") if rows[id][0] != "both"]
        deletes = [id for id in ("n2", "n3", "n4") if rows.get(id) != "deleted"]
        if edits:
            world.console.post(f"{ROWS}/bulk", {"action": "edit", "ids": edits, "values": {"a": "both"}})
        if deletes:
            world.console.post(f"{ROWS}/bulk", {"action": "delete", "ids": deletes})

    def expected(self):
        return {id: edited(id, "both") for id in ("n0", "n1")} | {id: "deleted" for id in ("n2", "n3", "n4")}


class Undo(Scenario):
    """The edit of one row and the delete of many, taken back."""

    def prepare(self, world):
        world.console.post(f"{ROWS}/r/n0", {"values": {"a": "n0 edited"}})
        world.console.post(f"{ROWS}/bulk", {"action": "delete", "ids": BASE_ROWS[1:]})
        entries = world.console.get("/audit.json")["entries"]
        self.entries = [entry["id"] for entry in entries if entry["action"] in ("rows.edit", "rows.delete")]
        assert len(self.entries) == 2
        delete, edit = self.entries
        self.audited = {"action.undo": [(f"entry {edit}, {TABLE} n0", 1), (f"entry {delete}, {TABLE}", len(BASE_ROWS) - 1)]}

    def act(self, world, process):
        for entry in self.entries:
            world.act(f"/undo/{entry}")

    def done(self, world):
        rows = world.here()
        return [all(rows[id] != "deleted" for id in BASE_ROWS[1:]), rows["n0"] == base("n0")]

    def again(self, world):
        rows = world.here()
        delete, edit = self.entries
        if rows["n0"] != base("n0"):
            world.console.post(f"/undo/{edit}")
        if any(rows[id] == "deleted" for id in BASE_ROWS[1:]):
            world.console.post(f"/undo/{delete}")


class UndoPushed(Undo):
    """What the server has by now is taken back, and pushed."""

    processes = ["console", "service"]

    def prepare(self, world):
        super().prepare(world)
        world.console.run("push")

    def act(self, world, process):
        super().act(world, process)
        world.run("push")


class Staged(Scenario):
    """Staged changes of three rows, saved together."""

    ids = ["n0", "n1", "n2"]
    audited = {"rows.edit": [("3 staged rows", 3)]}

    def prepare(self, world):
        for id in self.ids:
            world.stage(id, "a", f"{id} a base", f"{id} staged")

    def act(self, world, process):
        world.act("/s/todo/changes/save")

    def done(self, world):
        return [world.here()["n0"] != base("n0")]

    def again(self, world):
        if world.here()["n0"] == base("n0"):
            world.console.post("/s/todo/changes/save")

    def expected(self):
        return {id: edited(id, f"{id} staged") for id in self.ids}
