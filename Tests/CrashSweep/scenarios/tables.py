"""Tables with a filter, and tables that depend on each other."""
from scenarios.base import MANY, Scenario, base, edited, new
from scenarios.runs import Run
from servers import TABLE
from world import ROWS

PARENT = "Album"


class Filtered(Run):
    """A pull with a filter: rows that match, rows that do not, a row that has left the filter, and one that was edited here, too."""

    kind = "pull"
    processes = ["console", "command"]
    tables = [{"name": TABLE, "pull": [{"queryId": "shown", "filter": "a ne 'hidden'"}]}]
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}
    hidden = ["h0", "h1"]
    apart = {"n1": (base("n1"), edited("n1", "hidden"))} | {id: (None, ("hidden", *tuple(new(id).values())[1:])) for id in hidden}

    def prepare(self, world):
        for id in MANY:
            world.service.insert(TABLE, {"id": id} | new(id))
        for id in self.hidden:
            world.service.insert(TABLE, {"id": id} | new(id) | {"a": "hidden"})
        world.service.change(TABLE, "n0", {"a": "n0 there"})
        world.service.change(TABLE, "n1", {"a": "hidden"})
        world.change("n5", {"a": "here"})
        world.service.change(TABLE, "n5", {"a": "there"})

    def expected(self):
        return {id: tuple(new(id).values()) for id in MANY} | {"n0": edited("n0", "n0 there")}


class Depends(Run):
    """Rows are pushed after the rows of the table that theirs depends on, whatever came first into the queue."""

    kind = "push"
    processes = ["console", "service", "command"]
    tables = [{"name": TABLE, "dependsOn": [PARENT]}, {"name": PARENT}]
    parents = ["x0", "x1"]

    def prepare(self, world):
        world.service.insert(PARENT, {"id": "x", "title": "x"})
        world.service.sql("CREATE TABLE arrivals (entry INTEGER PRIMARY KEY, tab, id)")
        for table in (TABLE, PARENT):
            world.service.sql(
                f"CREATE TRIGGER arrival_{table} AFTER INSERT ON {table} BEGIN INSERT INTO arrivals (tab, id) VALUES ('{table}', new.id); END")
        for number, parent in enumerate(self.parents):
            world.insert(f"m{number}", new(f"m{number}"))
            world.console.post(f"/s/todo/t/{PARENT}", {"values": {"id": parent, "title": parent}}, status=201)

    def expected(self):
        return {f"m{number}": tuple(new(f"m{number}").values()) for number in range(len(self.parents))}

    def problems(self, world):
        arrivals = [line.split("|") for line in world.service.sql("SELECT tab, id FROM arrivals ORDER BY entry").split()]
        tables, parents = [table for table, _ in arrivals], sorted(id for table, id in arrivals if table == PARENT)
        problems = [] if parents == self.parents else [f"{PARENT} came to the server as {parents}"]
        if tables != sorted(tables, key=[PARENT, TABLE].index):
            problems.append(f"rows came to the server as {arrivals}")
        return problems


class Preview(Scenario):
    """Previews of a push and a pull, which change nothing and leave no trace."""

    def prepare(self, world):
        world.insert("m0", new("m0"))
        world.change("n0", {"a": "n0 edited"})
        world.console.post(f"{ROWS}/r/n1/delete")
        world.service.change(TABLE, "n2", {"a": "n2 there"})
        self.before = self.state(world)

    @staticmethod
    def state(world):
        """Everything that a preview might have changed."""
        operations = [(operation["id"], operation["kind"], operation["state"]) for operation in world.console.queue()]
        runs = [(run["run"], run["kind"], run["state"]) for run in world.console.get("/s/todo/sync.json")["runs"]]
        entries = [(entry["id"], entry["action"]) for entry in world.console.get("/audit.json?size=500")["entries"]]
        tokens = world.console.get("/s/todo/tokens.json")["tokens"]
        return {"rows": world.here(), "queue": operations, "errors": world.errors(), "runs": runs, "audit log": entries,
                "delta tokens": tokens, "server": world.there(), "writes": len(world.service.entries())}

    def act(self, world, process):
        for kind in ("push", "pull"):
            world.act(f"/s/todo/{kind}/preview")

    def left(self, world):
        state = self.state(world)
        return [f"{what} after the previews: {state[what]}, before: {before}" for what, before in self.before.items() if state[what] != before]

    def expected(self):
        return {"m0": tuple(new("m0").values()), "n0": edited("n0", "n0 edited"), "n1": "deleted", "n2": edited("n2", "n2 there")}
