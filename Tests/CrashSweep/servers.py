"""The servers that a store of the sweep may have. Each logs what every row was and became; a row has the same name on both sides."""
import contextlib
import pathlib
import random
import shutil
import socket
import sqlite3
import sys

from processes import Service, curl, write_secret
from sqlite_oracle import SQLiteOracle

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Emulators"))
from emulator import CloudKitEmulator, ParseEmulator  # noqa: E402

TABLE, COLUMNS = "Note", ["a", "b", "c"]
BASE_ROWS = [f"n{number}" for number in range(6)]
SECRETS = {"master": "master-key-of-the-test", "rest": "rest-key-of-the-test"}


def base_values(name):
    return {column: f"{name} {column} base" for column in COLUMNS}


def free_port():
    """One that the system gives no connection, so that a server that ended can have it again."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port


class TableServer(Service):
    """The table service."""

    def __init__(self, folder):
        pathlib.Path(folder).mkdir(exist_ok=True, parents=True)
        super().__init__(pathlib.Path(folder) / "service.sqlite", free_port())
        self.oracle = SQLiteOracle(self.database, TABLE, {column: column for column in COLUMNS})

    def copied(self, folder):
        """The same rows at the same address, in a folder that has copies of the files."""
        other = TableServer(folder)
        other.listen(self.port)
        return other

    def kept(self, folder):
        """One that no fault meets."""
        return KeptTableServer(self, folder)

    def fill(self, _):
        for id in BASE_ROWS:
            self.insert(TABLE, {"id": id} | base_values(id))

    def remote(self, _):
        """The settings of a store on this server; files of secrets are put into the folder."""
        return {"kind": "azure", "url": self.url, "apiVersion": "2.0.0"}

    @staticmethod
    def identity(name):
        """What names a new row among its values."""
        return {"id": name}

    def entries(self, name=None):
        """The name with the row before and after each write, in order; None where there was none."""
        return self.oracle.entries(name)

    def rows(self, table):
        """By id, from the database itself; soft-deleted rows included."""
        return {row["id"]: dict(row) for row in self.oracle.sql(f'SELECT * FROM "{table}"')}

    def watch(self):
        """From now on writes are in the log."""
        self.oracle.install()

    def delete(self, table, id):
        status, body = curl("-X", "DELETE", "-H", "ZUMO-API-VERSION: 2.0.0", f"{self.url}/tables/{table}/{id}")
        assert status in (200, 204), body

    def keep(self):
        """Points begin with the rows of now."""

    def close(self):
        """Nobody needs the server any more."""


class KeptTableServer(TableServer):
    """A service that lives as long as the sweep of one scenario, and goes back to its first rows."""

    def __init__(self, base, folder):
        shutil.copytree(base.database.parent, folder)
        super().__init__(folder)
        self.listen(base.port)
        self.base = base.database

    def copied(self, _):
        return self

    def start(self):
        if not hasattr(self, "process") or self.process.poll() is not None:
            super().start()
        with contextlib.closing(sqlite3.connect(self.base)) as base, contextlib.closing(sqlite3.connect(self.database)) as database:
            base.backup(database)

    def stop(self):
        pass

    def close(self):
        super().stop()


class EmulatedServer:
    """An emulator, which is no target of faults: it lives as long as the sweep of one scenario, and goes back to its first rows."""

    def __init__(self, emulator):
        self.emulator, self.is_kept = emulator, False
        emulator.__enter__()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def start(self):
        if self.is_kept:
            self.emulator.control("go-back", {})

    def stop(self):
        pass

    def close(self):
        self.emulator.__exit__()

    def copied(self, _):
        return self

    kept = copied

    def watch(self):
        self.watched = len(self.history())

    def keep(self):
        """The history is kept by who asks: what `prepare` changed is a part of it."""
        self.before, self.is_kept = self.history()[self.watched:], True
        self.emulator.control("keep", {})

    def entries(self, name=None):
        written = self.before + self.history() if self.is_kept else self.history()
        return [entry for entry in map(self.entry, written) if name in (None, entry[0])]

    def entry(self, written):
        id, old, new = written
        return (self.name(id, self.values(old or new)), *(self.values(side) | {"deleted": 0} if side else None for side in (old, new)))

    def rows(self, _):
        """By name; a second row of the same name is apart."""
        rows = {}
        for id, row in self.all_rows().items():
            name = self.name(id, row)
            rows[f"{name} again, as {id}" if name in rows else name] = row | {"deleted": False}
        return rows


class ParseServer(EmulatedServer):
    """Parse Server, which gives new rows their ids: their names are in a column."""

    def __init__(self, _):
        super().__init__(ParseEmulator(**SECRETS))

    def remote(self, folder):
        for name, secret in SECRETS.items():
            write_secret(folder / name, secret + "\n")
        return {"kind": "parse", "url": self.emulator.url, "applicationId": "rec-app", "masterKeyFile": str(folder / "master"),
                "restKeyFile": str(folder / "rest")}

    def fill(self, file):
        for name in BASE_ROWS:
            self.insert(TABLE, {"id": name} | base_values(name))
        self.insert(TABLE, {"id": BASE_ROWS[0], file: {"__type": "File", "name": "gone.txt"}})

    def insert(self, table, row):
        self.change(table, row["id"], {"name": row["id"]} | {column: value for column, value in row.items() if column != "id"})

    def change(self, table, id, values):
        self.emulator.control("rows", {"class": table, "rows": [{"objectId": id} | values]})

    @staticmethod
    def identity(name):
        return {"name": name}

    @staticmethod
    def name(id, values):
        return values.get("name", id)

    @staticmethod
    def values(row):
        return row

    def history(self):
        return self.emulator.control("history")

    def all_rows(self):
        return self.emulator.rows(TABLE)

    def file(self, name, column):
        """The contents of a row's file; none when the server does not have it."""
        file = self.rows(TABLE)[name].get(column) or {}
        return self.emulator.control("files").get(file.get("name"), (None, None))[1]


class CloudKitServer(EmulatedServer):
    """A zone of a private database."""

    token_file = "notes.token"

    def __init__(self, _):
        super().__init__(CloudKitEmulator())

    def remote(self, folder):
        write_secret(folder / "api-token", self.emulator.api_token + "\n")
        write_secret(folder / "data" / self.token_file, self.emulator.web_token + "\n")
        return {"kind": "cloudkit", "url": self.emulator.url, "container": "iCloud.com.example.app", "environment": "development",
                "database": "private", "zone": self.emulator.zone, "apiTokenFile": str(folder / "api-token"),
                "webAuthTokenFile": self.token_file}

    def fill(self, file):
        for name in BASE_ROWS:
            self.insert(TABLE, {"id": name} | base_values(name))
        asset = {"fileChecksum": "gone", "size": 4, "receipt": "r", "wrappingKey": "w", "referenceChecksum": "c"}
        record = {"recordName": BASE_ROWS[0], "recordType": TABLE, "fields": {file: {"value": asset, "type": "ASSETID"}}}
        self.emulator.control("somebody", {"operationType": "forceUpdate", "record": record, "zone": self.emulator.zone})

    def insert(self, table, row):
        values = {column: value for column, value in row.items() if column != "id"}
        self.emulator.somebody("create", row["id"], table, **values)

    def change(self, table, id, values):
        self.emulator.somebody("forceUpdate", id, table, **values)

    @staticmethod
    def identity(name):
        return {"id": name}

    @staticmethod
    def name(id, values):
        return id

    @staticmethod
    def values(record):
        return {column: field["value"] for column, field in record["fields"].items()}

    def history(self):
        return self.emulator.control("state")["history"]

    def all_rows(self):
        return self.emulator.records()

    def file(self, name, column):
        value = self.rows(TABLE)[name].get(column) or {}
        return self.emulator.control("state")["assets"].get(value.get("fileChecksum"))
