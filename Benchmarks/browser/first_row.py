"""Opens pages in Chromium and prints, as JSON, when their first row was seen and what they weighed.

    first_row.py COOKIE URL...

Beside them, under "floor", it opens a page of one row and next to nothing else in the same way: what
the browser and the network need by themselves.
"""
import http.server
import json
import statistics
import sys
import threading
import urllib.parse

from playwright.sync_api import sync_playwright

# The moment of the frame in which the first row of the page's table is there.
WATCH = """
(() => {
  const look = () => {
    const row = document.querySelector("main tbody th[scope=row] a, main tbody td a");
    if (row && row.getBoundingClientRect().height > 0) {
      requestAnimationFrame(() => { window.firstRow = performance.now(); });
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
})()
"""
#: One row, and one stylesheet as the pages have.
FLOOR = {
    "/": ("text/html; charset=utf-8", b"""<!doctype html><html lang="en"><head><title>Floor</title>
<link rel="stylesheet" href="/style.css"></head><body><main><table><tbody><tr>
<th scope="row"><a href="/">One row</a></th></tr></tbody></table></main></body></html>"""),
    "/style.css": ("text/css", b"body { font: 14px sans-serif }"),
}
#: A new window has work of its own, which no page waits for in a browser that somebody has open.
WINDOW_SETTLES_MS = 1_000
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
REPEATS = 9


def visit(browser, url, cookies, network):
    """One cold visit."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies(cookies)
    page = context.new_page()
    page.add_init_script(WATCH)
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    if network:
        client.send("Network.emulateNetworkConditions", network)
    bytes_by_kind, requests = {}, []
    kinds = {}
    client.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    client.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))

    def finished(event):
        kind = kinds.get(event["requestId"], "Other")
        bytes_by_kind.setdefault(kind, []).append(event["encodedDataLength"])

    client.on("Network.loadingFinished", finished)
    page.wait_for_timeout(WINDOW_SETTLES_MS)
    page.goto(url, wait_until="load")
    moment = page.wait_for_function("() => window.firstRow").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    origin = urllib.parse.urlsplit(url).netloc
    foreign = [r for r in requests if not r.startswith("data:") and urllib.parse.urlsplit(r).netloc != origin]
    return moment, bytes_by_kind, foreign


class Floor(http.server.BaseHTTPRequestHandler):
    """Serves the least page that has a row."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind, body = FLOOR.get(self.path, ("text/plain", b""))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(cookie, urls):
    results = {}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Floor)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    floor = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        cookies = [
            {"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}
            for name, value in (pair.split("=", 1) for pair in cookie.split("; "))
        ]
        pages = [floor, *urls]
        fast, slow = {url: [] for url in pages}, {url: [] for url in pages}
        # In turns, so that what else the machine does strikes all alike; the first turn warms up.
        for turn in range(REPEATS + 1):
            for url in pages:
                seen = visit(browser, url, cookies, None)
                fast[url] += [seen] if turn else []
        for _ in range(3):
            for url in pages:
                slow[url].append(visit(browser, url, cookies, SLOW)[0])
        for url in pages:
            results["floor" if url == floor else url] = figures(fast[url], slow[url])
        browser.close()
    server.shutdown()
    print(json.dumps(results))


def figures(fast, slow):
    """What the visits of one page came to."""
    _, weights, foreign = fast[-1]
    return {
        "fast": [moment for moment, _, _ in fast], "slow": slow,
        "median": statistics.median(moment for moment, _, _ in fast),
        "bytes": sum(sum(sizes) for sizes in weights.values()),
        "stylesheets": len(weights.get("Stylesheet", [])),
        "scripts": len(weights.get("Script", [])), "script_bytes": sum(weights.get("Script", [])),
        "fonts": len(weights.get("Font", [])), "foreign": foreign,
    }


main(sys.argv[1], sys.argv[2:])
