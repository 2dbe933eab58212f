"""The table service as a side of `histories.History`: the server, its rival and its oracle."""
import http.client
import json

from processes import Service
from sqlite_oracle import SQLiteOracle

COLUMNS = ["a", "b", "c"]
VERSIONS = ["2.0.0", "3.0.0", "none"]
STEPS = {
    "edit": 9, "delete": 3, "hard-delete": 1, "undelete": 3, "insert": 2, "push": 10, "pull": 3, "kill": 1, "resolve": 2,
    "rival-edit": 8, "rival-delete": 1, "rival-undelete": 2, "rival-edit-during-push": 6, "change-on-lost-answer": 10,
}


class ServiceSide:
    """The table service."""

    table, columns, steps = "Note", COLUMNS, STEPS
    assigns_ids = False
    settings = {}

    def __init__(self, random, folder):
        self.version = random.choice(VERSIONS)
        self.service = Service(folder / "service.sqlite")
        self.service.arguments += ["--default-api-version", "3.0.0"] if self.version == "none" else []
        self.oracle = SQLiteOracle(self.service.database, self.table, {column: column for column in COLUMNS})

    def __enter__(self):
        self.service.start()
        return self

    def __exit__(self, *_):
        self.service.stop()

    def __str__(self):
        return self.version

    @property
    def port(self):
        return self.service.port

    def remote(self, port):
        return {"kind": "azure", "url": f"http://127.0.0.1:{port}", "apiVersion": self.version}

    def value(self, column, author, number):
        return f"{author} {number}"

    def identity(self, name):
        """What names a new row among its values."""
        return {"id": name}

    def rows(self):
        """By name, soft-deleted rows included."""
        return self.service.rows(self.table)

    # The rival; each gives what the server answered.

    def insert(self, id, values):
        return self.request("POST", "", {"id": id} | values)

    def edit(self, id, column, value):
        return self.request("PATCH", f"/{id}", {column: value})

    def delete(self, id):
        return self.request("DELETE", f"/{id}")

    def undelete(self, id):
        return self.request("POST", f"/{id}")

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json"}
        connection.request(method, f"/tables/{self.table}{path}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status
