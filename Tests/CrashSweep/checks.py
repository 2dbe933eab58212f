"""What must hold after a fault, a line for each that does not."""
import time

from servers import BASE_ROWS, COLUMNS, base_values

#: How long an entry that could not be written may wait.
AUDIT_SECONDS = 12

DISK = {"io_error", "cannot_open_file"}
STATUS = {"full": 507, "error": 503, "error-once": 503, "read-only": 503}
CODES = {"full": {"disk_full"}, "error": DISK, "error-once": DISK, "read-only": {"file_read_only"}}
#: What was done in part, by a response that says how to go on.
INTERRUPTED = {"undo_broke_off"}
#: In the message of an import, after the number of rows that were imported before the fault.
IMPORTED = "rows imported; "
WORDS = {
    "full": "is full", "error": "reported an error", "error-once": "reported an error", "read-only": "can only be read",
}


def answered(world, fault):
    """Whoever was not served was told why; a set clock is no reason."""
    status_of_fault, codes, words = STATUS.get(fault.name), CODES.get(fault.name, set()), WORDS.get(fault.name)
    problems = []
    for what, status, answer in world.answers:
        if what.startswith("/"):
            if status is None:
                problems.append(f"{what}: the connection broke")
            elif status >= 300 and not is_told_done(words, answer["error"]) and not is_refused(fault, answer["error"]) \
                    and (status != status_of_fault or answer["error"]["code"] not in codes | INTERRUPTED):
                problems.append(f"{what}: {status} {answer}")
        elif what.startswith("run "):
            # Without a message, single rows have failed, such as the one in conflict.
            if answer["state"] == "failed" and answer["message"] and not is_told(words, f"{answer['message']} {answer['report']}"):
                problems.append(f"{what} failed: {answer['message']}")
        elif status != 0 and not is_told(words, answer) and "1 conflict" not in answer:
            problems.append(f"{what}: exit status {status}, {answer}")
    return problems


def is_refused(fault, error):
    """A file of settings that can't be replaced is protected, for whatever reason, also from an undo."""
    is_protected = error["code"] == "settings_locked" or (error["code"] == "cannot_undo" and "cannot be changed" in error["message"])
    return fault.name == "read-only" and is_protected


def is_told(words, text):
    return words is not None and words in text


def is_told_done(words, error):
    """The change was made, and the answer alone had no room."""
    return error["code"] == "done_but_unshown" and is_told(words, error["message"])


def undone(world, scenario):
    """What was refused was not done."""
    return [
        f"{what}: {status} {answer}, and it was done"
        for is_done, (what, status, answer) in zip(scenario.done(world), world.answers)
        if is_done and what.startswith("/") and status is not None and status >= 400
        and answer["error"]["code"] not in INTERRUPTED | {"done_but_unshown"} and IMPORTED not in answer["error"]["message"]
    ]


def atomic(world):
    """Rows and operations belong together, and nothing that was acknowledged is gone."""
    rows, log = world.named_rows(), world.log()
    queued, errors = world.queue(rows), world.errors(rows)
    problems = []
    for id, row in rows.items():
        values = row["values"] | {"deleted": row["deleted"]}
        if id not in queued and not is_known(log, id, values):
            problems.append(f"{id} is here as {values}, without an operation; the server never had it so")
        if (row["state"] == "synced") == (id in queued):
            problems.append(f"{id} is {row['state']}, its operation is {queued.get(id)}")
    for id, operation in queued.items():
        if id not in rows and operation["kind"] != "delete":
            problems.append(f"{id} has an operation and no row: {operation}")
    return problems + lost(world.values, log, rows, queued, errors)


def is_known(log, id, values):
    """True when the server has had the row like this."""
    shapes = [new or old | {"deleted": 1} for old, new in log[id]]
    if id in BASE_ROWS:
        shapes.append(base_values(id) | {"deleted": 0})
    return any(
        bool(shape["deleted"]) == bool(values["deleted"])
        and all(shape.get(column) == values.get(column) for column in COLUMNS) for shape in shapes)


def lost(acknowledged, log, rows, queued, errors):
    """Acknowledged values that are neither in the queue, nor in the errors, nor in the server's log."""
    problems = []
    for id, values in acknowledged.items():
        logged = [new for _, new in log[id] if new]
        for column, value in values.items():
            here = rows[id]["values"].get(column) if id in rows else None
            local = (errors[id]["local"] or {}).get(column) if id in errors else None
            is_here = id in queued and here == value
            if not is_here and local != value and all(new.get(column) != value for new in logged):
                problems.append(f"{id}.{column}: {value!r} was acknowledged and is lost")
    return problems


def settled(world, scenario):
    """What both sides have in the end, and how often each change took effect."""
    problems = [f"left in the queue: {operation}" for operation in world.console.queue() if operation["itemId"] not in scenario.conflicts]
    expected = {id: tuple(base_values(id).values()) for id in BASE_ROWS} | scenario.expected()
    here, there = dict(expected), dict(expected)
    for id, (ours, theirs) in (scenario.conflicts | scenario.apart).items():
        here[id], there[id] = ours, theirs
    problems += [f"{id}: the conflict is gone" for id in scenario.conflicts.keys() - world.errors().keys()]
    problems += compared("here", live(world.here()), live(here))
    problems += compared("on the server", live(world.there()), live(there))
    problems += repeated(world)
    problems += [f"run {run['run']} is {run['state']}" for run in world.console.get("/s/todo/sync.json")["runs"]
                 if run["state"] == "running"]
    return problems + scenario.problems(world) + audited(world, scenario)


def live(rows):
    return {id: row for id, row in rows.items() if row != "deleted"}


def compared(where, found, expected):
    return [
        f"{id} {where}: {found.get(id)}, expected {expected.get(id)}" for id in sorted(found.keys() | expected.keys())
        if found.get(id) != expected.get(id)
    ]


def repeated(world, once=("deleted", "undeleted")):
    """Values that came to the server twice, and what else may happen to a row there only `once`."""
    counts = {}
    for id, old, new in world.service.entries():
        before, after = old or {"deleted": 0}, new or {"deleted": 1}
        changes = [column for column in COLUMNS if after.get(column) is not None and before.get(column) != after.get(column)]
        steps = [(id, after[column]) for column in changes]
        if bool(before["deleted"]) != bool(after["deleted"]):
            steps.append((id, "deleted" if after["deleted"] else "undeleted"))
        for step in steps:
            counts[step] = counts.get(step, 0) + 1
    return [f"{id}: {what!r} came to the server {count} times" for (id, what), count in counts.items()
            if count > 1 and (what in once or what not in ("deleted", "undeleted"))]


def audited(world, scenario):
    """Each action that was done has one entry, soon, with what it was done to and how many rows it changed."""
    end = time.monotonic() + AUDIT_SECONDS
    while True:
        entries = [entry for entry in world.console.get("/audit.json?size=500")["entries"] if entry["result"] == "done"]
        problems = wrong_entries(scenario, entries)
        if not problems or time.monotonic() > end:
            return problems
        time.sleep(0.2)


def is_doubtful(entry):
    """A change of a file whose program ended before it could note whether it was made."""
    return "Check whether it is complete" in (entry["reason"] or "")


def wrong_entries(scenario, entries):
    problems = []
    for action, expected in scenario.audited.items():
        found, sure = ([(entry["target"], entry["count"]) for entry in some if entry["action"] == action for _ in range(entry["times"])]
                       for some in (entries, [entry for entry in entries if not is_doubtful(entry)]))
        reasons = [entry["reason"] for entry in entries if entry["action"] == action and entry["reason"]]
        if isinstance(expected, int):
            if sum(count or 0 for _, count in found) != expected:
                problems.append(f"the audit log has {action} of {found}, not of {expected} rows, with the reasons {reasons}")
        elif sorted(sure, key=str) != sorted(expected, key=str) and (len(sure) == len(found) or len(found) != len(expected)):
            problems.append(f"the audit log has {action} of {found}, not of {expected}, with the reasons {reasons}")
    return problems
