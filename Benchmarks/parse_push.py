"""Push of 2,000 updates to Parse Server.

`syncline push` of a queue, timed as a whole process from start to exit. Each row is read before and after its update, its
version is compared, and each outcome is recorded durably. The comparison is the JavaScript SDK's `saveAll` of as many changed rows,
which compares nothing and is timed without program start. The push should be 1.3 times as fast. The server is
the same as for the first pull.

Push and SDK need the same CPU time on the server's single thread: 0.74 to 0.79 s. In rounds in which the SDK took
0.97 s, a push without any time besides the server's work would be 1.29 times as fast.
"""

import http.client
import json
import sqlite3

import parse_server
from console import Console
from context import Figure, Row
from first_pull import store_of

ORDER = 45
COUNT = 2_000


def run(context):
    with parse_server.server(context, COUNT * 40) as server:
        count = min(COUNT, server.count)
        data = server.store(context, "parse-push")
        context.verb("pull", data)
        console = Console(context, data)
        added = context.run(
            context.syncline, "token", "add", "changes", "--role", "operator", "--data", data)
        token = added.output.split()[-1]
        ours, others = [], []
        for turn in range(4):
            queue(console, token, data, count, turn)
            context.wait_until_quiet()
            seconds = context.verb("push", data).seconds
            check(store_of(data))
            context.wait_until_quiet()
            other = server.save(count)
            context.verb("pull", data)
            if turn > 0:
                ours.append(seconds)
                others.append(other)
    ours, others = Figure(ours), Figure(others)
    ratio = others.median / ours.median
    return [
        Row(
            f"{count:,} updates", ours, f"{others} {server.name}", f"{ratio:.2f} times its speed",
            "1.3 times its speed", ratio >= 1.3, f"{count / ours.median:,.0f} updates per second")
    ]


def queue(console, token, data, count, turn):
    """Changes so many rows through the console."""
    connection = sqlite3.connect(store_of(data))
    ids = [row[0] for row in connection.execute(
        f"SELECT id FROM {parse_server.TABLE} ORDER BY id LIMIT ?", [count])]
    connection.close()
    body = json.dumps({"values": {"title": f"Changed in turn {turn}"}})
    fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=60)
    for id in ids:
        connection.request("POST", f"/s/bench/t/{parse_server.TABLE}/r/{id}", body, fields)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise SystemExit(f"bench: the console answered {answer.status}: {content[:300]}")
    connection.close()


def check(store):
    """Nothing waits any more."""
    connection = sqlite3.connect(store)
    left = connection.execute("SELECT count(*) FROM MS_TableOperations").fetchone()[0]
    connection.close()
    if left != 0:
        raise SystemExit(f"bench: {left} operations still wait.")
