"""Tables of sample rows in a table service's database."""

import base64
import datetime
import json
import random
import shutil
import sqlite3
import urllib.request

from context import CACHE

TABLE = "items"
#: Raised when the rows change, so that no database of an older run is used.
EDITION = 1
BEGINNING = datetime.datetime(2025, 1, 1)


def stamp(seconds):
    """A moment so many seconds after the beginning, as the service prints it."""
    moment = BEGINNING + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def version(number):
    """The service's versions: eight bytes of a counter."""
    return base64.b64encode(number.to_bytes(8, "big")).decode()


def call(server, method, path, body=None):
    """One request to a table service."""
    request = urllib.request.Request(
        server.url + path, method=method, data=json.dumps(body).encode() if body else None,
        headers={"Content-Type": "application/json", "ZUMO-API-VERSION": "2.0.0"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read()


def database(context, count):
    """A copy of a database with `count` rows of about 250 bytes, for the caller to change."""
    original = CACHE / f"sample-{EDITION}-{count}.sqlite"
    if not original.exists():
        partial = original.with_suffix(".partial")
        partial.unlink(missing_ok=True)
        with context.service(partial) as service:
            call(service, "POST", f"/tables/{TABLE}", {
                "id": "first", "title": "Buy milk", "amount": 1, "price": 1.5, "complete": False,
                "note": "x"})
        fill(partial, count)
        partial.rename(original)
    copy = context.folder / f"service-{count}.sqlite"
    for suffix in ("-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    shutil.copy(original, copy)
    return copy


def fill(path, count):
    """Random ids, in the order in which rows came to be: one every half minute."""
    chance = random.Random(count)
    words = ["milk", "bread", "stamps", "paint", "screws", "tea", "coffee", "paper", "soap"]
    connection = sqlite3.connect(path)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({TABLE})")]
    places = ", ".join(f":{column}" for column in columns)

    def rows():
        for index in range(count):
            bits = f"{chance.getrandbits(128):032x}"
            moment = stamp(index * 30 + chance.random())
            yield {
                "id": f"{bits[:8]}-{bits[8:12]}-{bits[12:16]}-{bits[16:20]}-{bits[20:]}",
                "createdAt": moment, "updatedAt": moment, "version": version(index + 10),
                "deleted": 0, "title": f"Buy {chance.choice(words)} no. {index}",
                "amount": chance.randrange(1000), "price": chance.randrange(10000) / 100,
                "complete": chance.randrange(2),
                "note": " ".join(chance.choice(words) for _ in range(6)),
            }

    with connection:
        connection.execute(f"DELETE FROM {TABLE}")
        connection.executemany(f"INSERT INTO {TABLE} VALUES ({places})", rows())
        connection.execute("UPDATE syncline_tables SET updatedAt = ?", [stamp(count * 30)])
        connection.execute("UPDATE syncline_versions SET last = ?", [count + 100])
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def change(path, share, number):
    """Changes a random share of the rows, spread over an hour of stamps of its own."""
    chance = random.Random(number)
    connection = sqlite3.connect(path, timeout=30)
    with connection:
        count = connection.execute(f"SELECT max(rowid) FROM {TABLE}").fetchone()[0]
        picked = chance.sample(range(1, count + 1), int(count * share))
        last = connection.execute("SELECT last FROM syncline_versions").fetchone()[0]
        start = count * 30 + number * 7200
        connection.executemany(
            f"UPDATE {TABLE} SET title = ?, updatedAt = ?, version = ? WHERE rowid = ?",
            ((f"Changed {number}", stamp(start + index * 3600 / len(picked)),
              version(last + index + 1), row) for index, row in enumerate(picked)))
        connection.execute("UPDATE syncline_versions SET last = ?", [last + len(picked)])
        connection.execute("UPDATE syncline_tables SET updatedAt = ?", [stamp(start + 3600)])
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return len(picked)


def remove(path, count):
    """Removes random rows behind the service's back."""
    connection = sqlite3.connect(path, timeout=30)
    with connection:
        total = connection.execute(f"SELECT max(rowid) FROM {TABLE}").fetchone()[0]
        picked = random.Random(count).sample(range(1, total + 1), count)
        connection.executemany(
            f"DELETE FROM {TABLE} WHERE rowid = ?", ((row,) for row in picked))
    connection.close()
