"""When the first row is seen in a browser, and what the page weighs.

Chromium (Debian's headless shell) with a new, idle window, 1280 px wide, and a cold cache: over
loopback, and at 1.6 Mbit/s with a round trip of 150 ms (Chromium's network emulation). The time is that
of the frame that shows the first row of the table. The rows page lists a table with 100,000 rows;
the queue has 2,000 pending operations. The floor is a page with one row and a one-line stylesheet from
another server, opened in the same way and alternately with Syncline's: the time that the browser itself needs.
"""

import json
import subprocess
import sys
import urllib.parse

import sample
from console import Console
from context import FOLDER, Figure, Row

ORDER = 70
COUNT = 100_000
OPERATIONS = 2_000
FAST_MAX_MS = 150
SLOW_MAX_S = 1.5
PAGE_MAX_KB = 100
SCRIPT_MAX_KB = 40


def run(context):
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        data = context.data_directory("first-row", service.url)
        context.verb("pull", data)
    console = Console(context, data)
    console.server.wait_until_idle()
    fill_queue(console)
    pages = {"rows page": f"{console.url}/s/bench/t/{sample.TABLE}", "queue": f"{console.url}/s/bench/queue"}
    python = context.python("playwright")
    finished = subprocess.run(
        [str(python), str(FOLDER / "browser" / "first_row.py"), console.cookie, *pages.values()],
        capture_output=True, text=True)
    console.stop()
    if finished.returncode != 0:
        sys.exit(f"bench: the browser failed:\n{finished.stderr[-2000:]}")
    measured = json.loads(finished.stdout)
    floor = measured["floor"]
    return [row for name, url in pages.items() for row in rows(name, measured[url], floor)]


def fill_queue(console):
    """Imports rows by the console itself, so that there is something to push."""
    new = [{"id": f"new-{number}", "title": f"Row {number}", "amount": number} for number in range(OPERATIONS)]
    page = console.request("GET", f"/s/bench/t/{sample.TABLE}/import").decode()
    token = page.split('name="_token" value="', 1)[1].split('"', 1)[0]
    console.request(
        "POST", f"/s/bench/t/{sample.TABLE}/import", json.dumps({"rows": new, "mode": "insert"}),
        {"Content-Type": "application/json", "Accept": "application/json", "X-Syncline-Token": token,
         "Origin": console.url, "Sec-Fetch-Site": "same-origin"})


def rows(name, page, floor):
    slow = Figure([moment / 1000 for moment in page["slow"]])
    slow_floor = Figure([moment / 1000 for moment in floor["slow"]])
    weight, script = page["bytes"] / 1000, page["script_bytes"] / 1000
    is_plain = page["stylesheets"] == 1 and page["scripts"] == 1 and not page["fonts"] and not page["foreign"]
    return [
        Row(f"{name}, first row on loopback", Figure(page["fast"], "ms"),
            f"{Figure(floor['fast'], 'ms')} the floor", f"{page['median'] - floor['median']:.0f} ms more",
            f"< {FAST_MAX_MS} ms", page["median"] < FAST_MAX_MS),
        Row(f"{name}, first row at 1.6 Mbit/s and 150 ms", slow, f"{slow_floor} the floor",
            f"{(slow.median - slow_floor.median) * 1000:.0f} ms more", f"< {SLOW_MAX_S} s",
            slow.median < SLOW_MAX_S),
        Row(f"{name}, weight in all", f"{weight:.0f} kB", f"script {script:.0f} kB", "",
            f"< {PAGE_MAX_KB} kB, script < {SCRIPT_MAX_KB} kB",
            weight < PAGE_MAX_KB and script < SCRIPT_MAX_KB),
        Row(f"{name}, files", f"{page['stylesheets']} stylesheet, {page['scripts']} script, "
            f"{page['fonts']} fonts, {len(page['foreign'])} requests to others", "", "",
            "1, 1, 0, 0", is_plain),
    ]
