"""Starts the emulators for tests."""
import json
import pathlib
import re
import subprocess
import sys
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent


class ParseEmulator:
    """`parse_emulator.py` on a free port; ended with the block."""

    def __init__(self, setup="A", **options):
        self.words = [sys.executable, str(HERE / "parse_emulator.py"), "--setup", setup, "--options", json.dumps(options)]

    def __enter__(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"is ready at (\S+)", line)
        assert found, f"the emulator did not start: {line!r}"
        self.url = found[1]
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait(20)

    def control(self, name, body=None):
        """What a test may do past the protocol: see the emulator's own description."""
        address = self.url[: -len("/parse")] + "/__emulator/" + name
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(address, data), timeout=20) as answer:
            return json.load(answer)

    def rows(self, name):
        return {row["objectId"]: row for row in self.control(f"rows?class={name}")}


class CloudKitEmulator:
    """`cloudkit_emulator.py` on a free port, with one zone in the private database; ended with the block."""

    api_token = "api-token-of-the-test"
    web_token = "first+web/token="
    zone = "Notes"

    def __init__(self, *words):
        self.words = [sys.executable, str(HERE / "cloudkit_emulator.py"), *map(str, words)]

    def __enter__(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.control("zones", {"zone": self.zone})
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait(20)

    def control(self, name, body=None):
        """What a test may do past the protocol: see the emulator's own description."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/__emulator/{name}", data), timeout=20) as answer:
            return json.load(answer)

    def somebody(self, operation, name, kind="Note", database="private", zone=None, owner="_owner", **fields):
        """Another client writes, whatever the tags are."""
        zone = zone or (self.zone if database == "private" else "_defaultZone")
        record = {"recordName": name, "recordType": kind, "fields": {k: {"value": v} for k, v in fields.items()}}
        body = {"operationType": operation, "record": record, "zone": zone, "owner": owner, "database": database}
        return self.control("somebody", body)

    def fault(self, *faults):
        self.control("faults", {"faults": list(faults)})

    def records(self, database="private", zone=None):
        """The live records' fields by their names; a zone of another owner is called `NAME of OWNER`."""
        zone = zone or (self.zone if database == "private" else "_defaultZone")
        records = self.control("state")["databases"][database][zone]
        return {r["recordName"]: {k: f["value"] for k, f in r["fields"].items()} for r in records if not r.get("deleted")}
