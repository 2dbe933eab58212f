"""The Parse emulator answers the recorded requests as the real server did."""
import importlib.util
import json
import os
import pathlib

import pytest

from emulator import ParseEmulator

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("SYNCLINE_SHARED", ROOT.parent / "shared"))
RECORDING = SHARED / "vectors/wire-parse-server.json"

# Stories of what the adapter uses.
STORIES = [
    "create-read-update-delete", "typed-values", "field-operators", "incremental-pull", "paging-and-projection",
    "malformed-and-tunnelled", "batch", "idempotency", "schemas", "unique-violation", "names-and-reserved-fields",
    "custom-object-ids", "batch-same-millisecond", "soft-delete", "files", "service-and-auth", "limits-of-setup-b",
    "batch-on-a-fresh-install",
]
if not RECORDING.exists() and os.environ.get("CI") != "true":
    pytest.skip("the shared recordings are not here", allow_module_level=True)


def stories():
    return {story["name"]: story for story in json.load(open(RECORDING))["stories"]}


def replay():
    """The player that the recordings come with."""
    spec = importlib.util.spec_from_file_location("replay", SHARED / "vectors/replay.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# PostgreSQL gives the items of AddUnique in an order of its own, which the emulator does not imitate.
UNORDERED = {"field-operators"}


@pytest.mark.parametrize("name", STORIES)
def test_story_is_answered_as_recorded(name):
    player, story = replay(), stories()[name]
    differences = []
    with ParseEmulator(setup=story["setup"]) as emulator:
        run = player.Story(emulator.url[: -len("/parse")], story)
        for index, exchange in enumerate(story["exchanges"]):
            found = check(run, exchange, name in UNORDERED)
            if "CREATE UNIQUE INDEX" in exchange.get("note", ""):
                emulator.control("unique", {"class": "Uniq", "column": "clientKey"})
            differences += [f"#{index} {exchange['request']['method']} {exchange['request']['target']}: {line}" for line in found]
    assert differences == []


def sorted_lists(value):
    if isinstance(value, dict):
        return {name: sorted_lists(member) for name, member in value.items()}
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


def check(run, exchange, is_unordered):
    status, headers, data = run.send(exchange["request"])
    want = exchange["response"]
    if status != want["status"]:
        return [f"status {status}, not {want['status']}: {data[:160]!r}"]
    if exchange["request"]["method"] in ("HEAD", "OPTIONS") or status == 304:
        return []
    if "json" not in want:
        return [] if b"<html" not in str(want.get("body", "")).encode() or b"<html" in data else ["no page"]
    got = json.loads(data)
    if status >= 400:
        # Texts change from version to version; the number and the member's name do not.
        same = got.get("code") == want["json"].get("code") and set(got) == set(want["json"])
        return [] if same else [f"{got!r}, not {want['json']!r}"]
    if "parseServerVersion" in want["json"]:
        return [] if "parseServerVersion" in got else ["no version"]
    tag = want.get("headers", {}).get("etag")
    if tag:
        run.known[tag.strip('"')] = headers["etag"].strip('"')
    form = sorted_lists if is_unordered else lambda value: value
    differences = run.same(form(want["json"]), form(got))
    if "location" in want.get("headers", {}) and "location" not in headers:
        differences.append("no Location")
    return differences
