"""What a fault interrupts: the rows before, the requests that it meets, what is repeated after it, and what is there in the end.

Each value is unique to the change that wrote it, so that the service's log shows which change took effect, and how often.
"""
import time

from world import BASE_ROWS, COLUMNS, ROWS, TABLE

#: More than the service sends in one page.
MANY = [f"s{number:02}" for number in range(60)]


class Scenario:
    #: Where the faults happen.
    processes = ["console"]
    #: Rows that stay in conflict, with what is here and what is there.
    conflicts = {}
    #: By action, the target and the count of each entry that the audit log has in the end, or the sum of the counts.
    audited = {}

    #: True when the fault may keep the process from starting.
    may_refuse = False

    def prepare(self, world):
        """What is there before; the console runs without faults."""

    def act(self, world, process):
        """What the fault meets."""

    def recovered(self, world):
        """Waits for what the program does by itself once there is no fault any more."""

    def again(self, world):
        """What a user does after the fault, for whatever is not done yet."""

    def expected(self):
        """By row, what is on both sides in the end, where it is not as at the beginning."""
        return {}


def edited(id, value, column="a"):
    return tuple(value if c == column else f"{id} {c} base" for c in COLUMNS)


def base(id):
    return edited(id, None, None)


def new(id):
    return {column: f"{id} {column} new" for column in COLUMNS}


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
        self.errors = {id: error["id"] for id, error in world.errors().items()}
        assert self.errors.keys() == self.choices.keys()
        del world.values["n1"], world.values["n2"]

    def act(self, world, process):
        self.resolve(world, self.errors)

    def resolve(self, world, ids):
        for id in ids:
            body = {"choice": self.choices[id]} | ({"values": {"a": "n2 merged"}} if id == "n2" else {})
            world.act(f"/s/todo/errors/{self.errors[id]}/resolve", body)

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
            world.oracle.delete(id)
        self.compare(world)

    def compare(self, world):
        self.number = world.console.run("reconcile", {"table": TABLE})["run"]

    def act(self, world, process):
        if process == "command":
            world.command("reconcile", TABLE, "--apply", "--confirm", str(len(self.gone)))
        else:
            world.act(f"/s/todo/reconcile/{self.number}/apply", {"missingOnServer": "remove-here", "confirm": len(self.gone)})

    def again(self, world):
        left = len(world.here().keys() & set(self.gone))
        if left:
            number = world.console.run("reconcile", {"table": TABLE})["run"]
            world.console.post(f"/s/todo/reconcile/{number}/apply", {"missingOnServer": "remove-here", "confirm": left})

    def expected(self):
        return {id: "deleted" for id in self.gone}


class Import(Scenario):
    """New and changed rows from a program, twice if need be."""

    rows = [{"id": id} | new(id) for id in MANY] + [{"id": id, "a": f"{id} imported"} for id in ("n0", "n1")]
    audited = {"rows.import": len(rows)}

    def act(self, world, process):
        status, _ = world.act(f"{ROWS}/import", {"rows": self.rows, "mode": "upsert"})
        if status == 200:
            world.values = {row["id"]: {k: v for k, v in row.items() if k != "id"} for row in self.rows}

    def again(self, world):
        world.console.post(f"{ROWS}/import", {"rows": self.rows, "mode": "upsert"})

    def expected(self):
        return {id: tuple(new(id).values()) for id in MANY} | {id: edited(id, f"{id} imported") for id in ("n0", "n1")}


class Bulk(Scenario):
    """Four rows deleted at once, two of them edited at once before."""

    audited = {"rows.delete": [(TABLE, 3)], "rows.edit": [(TABLE, 2)]}

    def act(self, world, process):
        world.act(f"{ROWS}/bulk", {"action": "edit", "ids": ["n0", "n1"], "values": {"a": "both"}})
        world.act(f"{ROWS}/bulk", {"action": "delete", "ids": ["n2", "n3", "n4"]})

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

    def again(self, world):
        rows = world.here()
        delete, edit = self.entries
        if rows["n0"] != base("n0"):
            world.console.post(f"/undo/{edit}")
        if any(rows[id] == "deleted" for id in BASE_ROWS[1:]):
            world.console.post(f"/undo/{delete}")


class Staged(Scenario):
    """Staged changes of three rows, saved together."""

    ids = ["n0", "n1", "n2"]
    audited = {"rows.edit": [("3 staged rows", 3)]}

    def prepare(self, world):
        for id in self.ids:
            world.stage(id, "a", f"{id} a base", f"{id} staged")

    def act(self, world, process):
        world.act("/s/todo/changes/save")

    def again(self, world):
        if world.here()["n0"] == base("n0"):
            world.console.post("/s/todo/changes/save")

    def expected(self):
        return {id: edited(id, f"{id} staged") for id in self.ids}


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
            world.answers.append(("serve", console.process.wait(20), "".join(console.lines)))
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


SCENARIOS = {
    "change": Change(), "push": Push(), "pull": Pull(), "resolve": Resolve(), "reconcile": Reconcile(), "import": Import(),
    "bulk": Bulk(), "undo": Undo(), "staged": Staged(), "accounts": Accounts(), "start": Start(),
}
