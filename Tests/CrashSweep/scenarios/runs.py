"""Runs, and the decisions about what they left."""
from scenarios.base import MANY, Scenario, base, edited, new
from servers import TABLE
from world import ROWS


class Run(Scenario):
    """A run of one kind, started on a page or by a command."""

    kind = None

    def act(self, world, process):
        if process == "command":
            world.command(self.kind)
        else:
            world.run(self.kind)


class Push(Run):
    """Two inserts, two edits, a delete, an undelete and a conflict."""

    kind = "push"
    processes = ["console", "service", "command"]
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}

    def prepare(self, world):
        world.console.post(f"{ROWS}/r/n4/delete")
        world.console.run("push")
        for id in ("m0", "m1"):
            world.insert(id, new(id))
        for id in ("n0", "n1"):
            world.change(id, {"a": f"{id} edited"})
        for id in ("n2", "n3"):
            world.console.post(f"{ROWS}/r/{id}/delete")
        world.console.post(f"{ROWS}/r/n4/undelete")
        world.change("n5", {"a": "here"})
        world.service.change(TABLE, "n5", {"a": "there"})

    def expected(self):
        rows = {id: tuple(new(id).values()) for id in ("m0", "m1")} | {id: edited(id, f"{id} edited") for id in ("n0", "n1")}
        return rows | {"n2": "deleted", "n3": "deleted", "n4": base("n4")}


class Pull(Run):
    """Two pages of rows, edits, a deleted row, and an edit of a row that was edited here, too."""

    kind = "pull"
    processes = ["console", "command"]
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}

    def prepare(self, world):
        for id in MANY:
            world.service.insert(TABLE, {"id": id} | new(id))
        world.service.change(TABLE, "n0", {"a": "n0 there"})
        world.service.sql(f"UPDATE {TABLE} SET deleted = 1, version = 'x', updatedAt = (SELECT max(updatedAt) FROM {TABLE}) WHERE id = 'n1'")
        world.change("n5", {"a": "here"})
        world.service.change(TABLE, "n5", {"a": "there"})

    def expected(self):
        return {id: tuple(new(id).values()) for id in MANY} | {"n0": edited("n0", "n0 there"), "n1": "deleted"}


class Resolve(Scenario):
    """Three conflicts: the copy of this side, the one of the server, and both in one."""

    choices = {"n0": "keep-local", "n1": "take-server", "n2": "merge"}
    audited = {"conflict.resolve": [(f"{choice} {id} in {TABLE}", 1) for id, choice in choices.items()]}

    def prepare(self, world):
        for id in self.choices:
            world.change(id, {"a": f"{id} here"})
            world.service.change(TABLE, id, {"a": f"{id} there", "b": f"{id} b there"})
        world.console.run("push")
        errors = world.errors()
        assert errors.keys() == self.choices.keys()
        # In the order of `done`; errors are listed as the responses came.
        self.errors = {id: errors[id]["id"] for id in self.choices}
        del world.values["n1"], world.values["n2"]

    def act(self, world, process):
        self.resolve(world, self.errors)

    def resolve(self, world, ids):
        for id in ids:
            body = {"choice": self.choices[id]} | ({"values": {"a": "n2 merged"}} if id == "n2" else {})
            world.act(f"/s/todo/errors/{self.errors[id]}/resolve", body)

    def done(self, world):
        errors = world.errors()
        return [id not in errors for id in self.choices]

    def again(self, world):
        world.answers.clear()
        self.resolve(world, world.errors())
        assert all(status == 200 for _, status, _ in world.answers), world.answers

    def expected(self):
        return {id: (a, f"{id} b there", f"{id} c base") for id, a in
                {"n0": "n0 here", "n1": "n1 there", "n2": "n2 merged"}.items()}


class Reconcile(Scenario):
    """Rows that were removed in the server's database leave the store."""

    processes = ["console", "command"]
    gone = ["n0", "n1", "n2"]
    audited = {"reconcile.apply": 3}

    def prepare(self, world):
        for id in self.gone:
            world.service.oracle.delete(id)
        self.compare(world)

    def compare(self, world):
        self.number = world.console.run("reconcile", {"table": TABLE})["run"]

    def act(self, world, process):
        if process == "command":
            world.command("reconcile", TABLE, "--apply", "--confirm", str(len(self.gone)))
        else:
            world.act(f"/s/todo/reconcile/{self.number}/apply", {"missingOnServer": "remove-here", "confirm": len(self.gone)})

    def done(self, world):
        return [world.here().keys().isdisjoint(self.gone)]

    def again(self, world):
        left = len(world.here().keys() & set(self.gone))
        if left:
            number = world.console.run("reconcile", {"table": TABLE})["run"]
            world.console.post(f"/s/todo/reconcile/{number}/apply", {"missingOnServer": "remove-here", "confirm": left})

    def expected(self):
        return {id: "deleted" for id in self.gone}
