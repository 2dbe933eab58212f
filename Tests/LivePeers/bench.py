"""A console over a store of a real server of the Azure Mobile Apps protocol."""
import uuid

from peers import Store

ROWS = 8


class Bench:
    """A console over a store with two tables of a server; each test has rows of its own."""

    def __init__(self, folder, server, port=None, tables=()):
        self.server, self.mark = server, uuid.uuid4().hex[:8]
        self.soft, self.hard, self.column = server.soft, server.hard, server.column
        tables = [{"name": self.soft}, {"name": self.hard, "softDelete": "none"}, *({"name": name} for name in tables)]
        self.store = Store(folder, server.remote(port), tables)
        self.console = self.store.console()

    def __enter__(self):
        self.console.__enter__()
        return self

    def __exit__(self, *_):
        self.console.stop()

    def renew(self):
        """Leaves nothing of one test to the next."""
        self.mark = uuid.uuid4().hex[:8]
        for operation in self.get("queue")["operations"]:
            self.console.request("POST", f"/s/peer/queue/{operation['id']}/cancel", {})

    def ids(self, count=ROWS):
        return [f"{self.mark}-{number}" for number in range(count)]

    def seed(self, table, count=ROWS):
        """Rows on the server, and here."""
        ids = self.ids(count)
        for id in ids:
            assert self.server.write("POST", table, "", {"id": id, self.column: "old"}) == 201
        self.run("pull")
        return ids

    def run(self, kind, body=None):
        """The run at its end."""
        status, _, answer = self.console.request("POST", f"/s/peer/{kind}", body or ({"anyway": True} if kind == "push" else {}))
        assert status == 202, answer
        while True:
            run = self.console.request("GET", f"{answer['url']}.json")[2]
            if run["state"] != "running":
                return run

    def post(self, path, body=None, expect=200):
        status, _, answer = self.console.request("POST", f"/s/peer{path}", body or {})
        assert status == expect, (path, status, answer)
        return answer

    def edit(self, table, id, value):
        return self.post(f"/t/{table}/r/{id}", {"values": {self.column: value}})

    def here(self, table, id):
        status, _, row = self.console.request("GET", f"/s/peer/t/{table}/r/{id}.json")
        return row if status == 200 else None

    def there(self, table, id):
        return next((row for row in self.server.rows(table) if row["id"] == id), None)

    def value(self, table, id):
        """Here and there."""
        here, there = self.here(table, id), self.there(table, id)
        return here and here["values"][self.column], there and there[self.column]

    def get(self, name):
        return self.console.request("GET", f"/s/peer/{name}.json")[2]

    def errors(self):
        return {error["itemId"]: error for error in self.get("errors")["errors"]}
