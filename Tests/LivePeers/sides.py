"""Real servers as sides of `histories.History`: the server, its rival and its oracle."""
import itertools
import json

from service_side import COLUMNS, STEPS
from sqlite_oracle import SQLiteOracle

STEPS = STEPS | {"command": 2, "sql-edit": 3, "sql-delete": 1, "reinsert": 2}
numbers = itertools.count(1)


class Side:
    """A server that runs already; each history gets an empty table."""

    steps, settings = STEPS, {}
    assigns_ids = False

    def __init__(self, peer, random):
        self.peer = peer

    def __enter__(self):
        self.oracle.remove()
        self.clear()
        return self

    def __exit__(self, *_):
        self.oracle.remove()

    def __str__(self):
        return f"{self.peer.kind} {self.table}"

    @property
    def port(self):
        return self.peer.port

    def value(self, column, author, number):
        return f"{author} {number}"

    def identity(self, name):
        return {"id": name}


class AzureSide(Side):
    columns = COLUMNS

    def __init__(self, peer, random):
        super().__init__(peer, random)
        self.table = random.choice(["soft", "hard"])
        self.oracle = SQLiteOracle(
            peer.database, self.table, {column: column for column in COLUMNS}, deleted="deleted" if self.table == "soft" else None)

    def remote(self, port):
        return self.peer.remote(port)

    def clear(self):
        self.oracle.sql(f"DELETE FROM {self.table}")

    def rows(self):
        return {row["id"]: {"deleted": False} | row for row in self.peer.rows(self.table)}

    def insert(self, name, values):
        return self.peer.write("POST", self.table, "", {"id": name} | values)

    def edit(self, name, column, value):
        return self.peer.write("PATCH", self.table, f"/{name}", {column: value})

    def delete(self, name):
        return self.peer.write("DELETE", self.table, f"/{name}")

    def undelete(self, name):
        return self.peer.write("POST", self.table, f"/{name}")


class ToolkitOracle(SQLiteOracle):
    """The server keeps stamps and versions itself, so whoever uses SQL has to."""

    def edit(self, id, column, value):
        stamp = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        super().edit(id, column, value, f", UpdatedAt = {stamp}, Version = randomblob(16)")


class ToolkitSide(Side):
    """Over EF Core: one column of text and one of whole numbers."""

    columns = ["text", "priority"]

    def __init__(self, peer, random):
        super().__init__(peer, random)
        self.table = random.choice(["todos", "notes"])
        self.oracle = ToolkitOracle(
            peer.database, self.table.capitalize(), {"text": "Text", "priority": "Priority"}, id="Id", deleted="Deleted")

    def value(self, column, author, number):
        return number if column == "priority" else super().value(column, author, number)

    def remote(self, port):
        return self.peer.remote(port)

    def clear(self):
        self.oracle.sql(f"DELETE FROM {self.oracle.table}")

    def rows(self):
        return {row["id"]: row for row in self.peer.rows(self.table)}

    def insert(self, name, values):
        return self.peer.write("POST", self.table, "", {"id": name} | values)

    def edit(self, name, column, value):
        return self.put(name, {column: value})

    def delete(self, name):
        return self.peer.write("DELETE", self.table, f"/{name}")

    def undelete(self, name):
        return self.put(name, {"deleted": False}, "?__includedeleted=true")

    def put(self, name, values, query=""):
        status, row = self.peer.request("GET", f"/tables/{self.table}/{name}{query}")
        return self.peer.write("PUT", self.table, f"/{name}{query}", row | values) if status == 200 else status


class ParseOracle:
    """The same log, in PostgreSQL; rows are told by their column `name`, since the server gives the ids."""

    def __init__(self, peer, table, columns):
        self.peer, self.table, self.columns = peer, table, columns
        self.log = f"oracle_{table.lower()}"

    def state(self, side):
        pairs = [f"'{column}', {side}.\"{column}\"" for column in self.columns]
        return f"json_build_object({', '.join(pairs)}, 'deleted', coalesce({side}.gone, false))"

    def install(self):
        self.peer.sql(
            f'ALTER TABLE "{self.table}" ADD COLUMN IF NOT EXISTS gone boolean;'
            f"CREATE TABLE {self.log} (entry serial, name text, old json, new json);"
            f"CREATE FUNCTION {self.log}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF TG_OP = 'INSERT' THEN INSERT INTO {self.log} (name, new) VALUES (new.name, {self.state('new')});"
            f"ELSIF TG_OP = 'UPDATE' THEN INSERT INTO {self.log} (name, old, new) "
            f"VALUES (new.name, {self.state('old')}, {self.state('new')});"
            f"ELSE INSERT INTO {self.log} (name, old) VALUES (old.name, {self.state('old')}); END IF; RETURN NULL; END $$;"
            f'CREATE TRIGGER oracle AFTER INSERT OR UPDATE OR DELETE ON "{self.table}" '
            f"FOR EACH ROW EXECUTE FUNCTION {self.log}();")

    def remove(self):
        self.peer.sql(f'DROP TABLE IF EXISTS {self.log}; DROP FUNCTION IF EXISTS {self.log} CASCADE')

    def entries(self):
        text = self.peer.sql(f"SELECT json_agg(json_build_array(name, old, new) ORDER BY entry) FROM {self.log}")
        return json.loads(text) if text else []

    def edit(self, name, column, value):
        self.peer.sql(f'UPDATE "{self.table}" SET "{column}" = \'{value}\', "updatedAt" = now() WHERE name = \'{name}\'')

    def delete(self, name):
        self.peer.sql(f'DELETE FROM "{self.table}" WHERE name = \'{name}\'')


class ParseSide(Side):
    """A class with request idempotency, so that a request which a network repeats is done once."""

    columns = COLUMNS
    assigns_ids = True

    def __init__(self, peer, random):
        super().__init__(peer, random)
        self.table = f"IdemHistory{next(numbers)}"
        self.is_soft = random.random() < 0.5
        self.settings = {"softDelete": {"column": "gone"}} if self.is_soft else {}
        self.oracle = ParseOracle(peer, self.table, COLUMNS)

    def clear(self):
        self.peer.call("POST", f"/schemas/{self.table}", {
            "className": self.table,
            "fields": {"gone": {"type": "Boolean"}, "name": {"type": "String"}} | {c: {"type": "String"} for c in COLUMNS},
        })

    def remote(self, port):
        return self.peer.remote(port)

    def identity(self, name):
        return {"name": name}

    def found(self):
        """By name; of rows with one name the last."""
        return {row["name"]: row for row in self.peer.rows(self.table).values() if "name" in row}

    def rows(self):
        return {
            name: {c: row.get(c) for c in COLUMNS} | {"deleted": bool(row.get("gone"))} for name, row in self.found().items()
        }

    def insert(self, name, values):
        return self.peer.create(self.table, [self.identity(name) | values])[0]

    def edit(self, name, column, value):
        return self.put(name, {column: value})

    def delete(self, name):
        if self.is_soft:
            return self.put(name, {"gone": True})
        row = self.found().get(name)
        return row and self.peer.call("DELETE", f"/classes/{self.table}/{row['objectId']}")

    def undelete(self, name):
        return self.put(name, {"gone": False}) if self.is_soft else None

    def put(self, name, values):
        row = self.found().get(name)
        return row and self.peer.call("PUT", f"/classes/{self.table}/{row['objectId']}", values)
