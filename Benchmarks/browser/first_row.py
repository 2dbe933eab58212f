"""Opens pages in Chromium and prints, as JSON, when their first row was seen and what they weighed.

    first_row.py COOKIE URL...
"""
import json
import statistics
import sys
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
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
REPEATS = 5


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
    page.goto(url, wait_until="load")
    moment = page.wait_for_function("() => window.firstRow").json_value()
    page.wait_for_load_state("networkidle")
    context.close()
    origin = urllib.parse.urlsplit(url).netloc
    foreign = [r for r in requests if not r.startswith("data:") and urllib.parse.urlsplit(r).netloc != origin]
    return moment, bytes_by_kind, foreign


def main(cookie, urls):
    results = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for url in urls:
            parts = urllib.parse.urlsplit(url)
            cookies = [
                {"name": name, "value": value, "domain": parts.hostname, "path": "/"}
                for name, value in (pair.split("=", 1) for pair in cookie.split("; "))
            ]
            visit(browser, url, cookies, None)
            fast = [visit(browser, url, cookies, None) for _ in range(REPEATS)]
            slow = [visit(browser, url, cookies, SLOW)[0] for _ in range(3)]
            _, weights, foreign = fast[-1]
            results[url] = {
                "fast": [moment for moment, _, _ in fast], "slow": slow,
                "median": statistics.median(moment for moment, _, _ in fast),
                "bytes": sum(sum(sizes) for sizes in weights.values()),
                "stylesheets": len(weights.get("Stylesheet", [])),
                "scripts": len(weights.get("Script", [])), "script_bytes": sum(weights.get("Script", [])),
                "fonts": len(weights.get("Font", [])), "foreign": foreign,
            }
        browser.close()
    print(json.dumps(results))


main(sys.argv[1], sys.argv[2:])
