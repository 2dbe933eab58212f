// Comfort only: every page works without this file. Nothing here refreshes what has focus, ticks or
// typing in it.
"use strict";

const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const one = (selector, inside = document) => inside.querySelector(selector);

// The one way to name a script, as the content security policy demands: only files of this console.
const scripts = window.trustedTypes?.createPolicy("console", {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError("a foreign script");
    return address;
  },
});

// ---- Menus: close on Esc and on a click elsewhere ---------------------------------------------

document.addEventListener("click", (event) => {
  for (const menu of all("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of all("details.menu[open]")) {
    menu.open = false;
    one("summary", menu).focus();
  }
});

// ---- Grids that do not scroll need no stop of the Tab key --------------------------------------

function settleGrids() {
  for (const grid of all(".grid[role=region]")) {
    if (grid.scrollWidth > grid.clientWidth) grid.tabIndex = 0;
    else grid.removeAttribute("tabindex");
  }
}
settleGrids();
addEventListener("resize", settleGrids);

// ---- Ticks: counts on the buttons, ranges with Shift, one box for the page ----------------------

for (const bar of all(".bulk")) {
  const form = bar.closest("form") ?? one("form:has(.tick input)", bar.parentElement);
  const boxes = form ? all("tbody .tick input[type=checkbox]:not(:disabled)", form) : [];
  const buttons = all("button", bar);
  // A bar for all matching rows has forms of its own, and no box belongs to it.
  if (boxes.length === 0 || one("form", bar)) continue;
  setUpTicks(bar, form, boxes, buttons);
}

function setUpTicks(bar, form, boxes, buttons) {
  const thing = bar.dataset.bulk ?? "rows";
  const words = one(":scope > span", bar);
  const before = words.cloneNode(true);
  const verbs = buttons.map((button) =>
    button.dataset.verb ?? button.textContent.trim().split(/\s+/)[0].replace("…", ""));
  const endings = buttons.map((button) => (button.textContent.trim().endsWith("…") ? "…" : ""));
  const page = document.createElement("input");
  page.type = "checkbox";
  page.setAttribute("aria-label", `Tick all ${boxes.length} ${thing} of this page`);
  one("thead th.tick", form)?.replaceChildren(page);
  let last = null;

  function show() {
    const count = boxes.filter((box) => box.checked).length;
    page.checked = count === boxes.length;
    page.indeterminate = count > 0 && count < boxes.length;
    bar.classList.toggle("none", count === 0);
    buttons.forEach((button, index) => {
      const noun = button.dataset.verb ? ` ${count === 1 ? thing.slice(0, -1) : thing}` : "";
      button.textContent = `${verbs[index]} ${count ? count + noun : "ticked"}${endings[index]}`;
      button.disabled = count === 0;
    });
    if (count === 0) {
      words.replaceChildren(...before.cloneNode(true).childNodes);
    } else {
      const strong = document.createElement("b");
      strong.textContent = `${count} ticked`;
      const links = all("a", before).filter((link) => /^Select all/.test(link.textContent));
      words.replaceChildren(strong, " on this page. ", ...links.map((link) => link.cloneNode(true)));
    }
  }

  boxes.forEach((box, index) => {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last !== null) {
        const [from, to] = [Math.min(last, index), Math.max(last, index)];
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = index;
      show();
    });
  });
  page.addEventListener("change", () => {
    for (const box of boxes) box.checked = page.checked;
    show();
  });
  // A page that comes back from history brings its ticks along.
  addEventListener("pageshow", show);
  show();
}

// ---- Copying ------------------------------------------------------------------------------------

for (const button of all("[data-copy]")) {
  if (!navigator.clipboard) continue; // Needs TLS or loopback.
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = one(button.dataset.copy);
    if (!source) return;
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied: select it and copy it yourself";
    }
    setTimeout(() => { button.textContent = label; }, 3000);
  });
}

// ---- Messages after an action -------------------------------------------------------------------

for (const flash of all("[data-flash]")) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn quiet s";
  close.textContent = "Close";
  const remove = () => {
    if (flash.contains(document.activeElement)) one("main")?.focus({ preventScroll: true });
    flash.remove();
  };
  close.addEventListener("click", remove);
  flash.append(close);
  // After an action the focus is at its message, never lost at the top of the page.
  if (!one("[autofocus]") && document.activeElement === document.body) {
    flash.tabIndex = -1;
    flash.focus({ preventScroll: true });
  }
  // Trouble stays until it is closed; the rest goes, unless somebody is on its way to Undo.
  if (!flash.classList.contains("good")) continue;
  const leave = () => {
    if (flash.matches(":hover, :focus-within")) setTimeout(leave, 5000);
    else remove();
  };
  setTimeout(leave, 30000);
}

// ---- A run under way ----------------------------------------------------------------------------

for (const live of all("[data-events]")) followRun(live);

function followRun(live) {
  for (const remark of all("[data-noscript]", live)) remark.remove();
  const spoken = { at: 0, percent: null };

  function showBar(bar, value, max) {
    if (!bar) return;
    if (max === null || max === undefined) {
      bar.removeAttribute("value");
    } else {
      bar.max = Math.max(max, 1);
      bar.value = value;
    }
  }

  function setText(element, text) {
    if (element && text !== undefined && element.textContent !== text) element.textContent = text;
  }

  function show(progress) {
    // The steps of a run are known only once it has begun.
    if ((progress.steps ?? []).length !== all("[data-step]", live).length) {
      renew(live);
      return;
    }
    speak(progress);
    setText(one('.say[data-live="say"]', live), progress.say);
    setText(one('[data-live="note"]', live), progress.note);
    showBar(one('.big[data-live="bar"]', live), progress.percent, progress.percent === null ? null : 100);
    (progress.steps ?? []).forEach((step, index) => {
      const item = one(`[data-step="${index}"]`, live);
      if (!item) return;
      const chip = one('[data-live="chip"]', item);
      if (chip) chip.className = `chip ${step.look}`;
      setText(chip, step.word);
      setText(one('[data-live="count"]', item), step.count);
      const isOver = ["done", "failed", "skipped"].includes(step.state);
      if (isOver && step.state === "done") showBar(one('[data-live="bar"]', item), 1, 1);
      else showBar(one('[data-live="bar"]', item), step.done, step.state === "waiting" ? 1 : step.total);
    });
  }

  // Whoever listens is told at the start, then every 25 percent but at most every 5 seconds.
  function speak(progress) {
    const now = Date.now();
    const hasMoved = progress.percent === null || spoken.percent === null
      || progress.percent - spoken.percent >= 25;
    if (spoken.at !== 0 && (now - spoken.at < 5000 || !hasMoved)) return;
    spoken.at = now;
    spoken.percent = progress.percent;
    setText(one('[data-live="spoken"]', live), progress.say);
  }

  follow(live.dataset.events, live.dataset.worker, (kind, text) => {
    if (kind === "progress") show(JSON.parse(text));
    else renew(live);
  });
}

// Loads the page again, unless somebody is using it: then a link offers it.
let isRenewing = false;
function renew(live) {
  if (isRenewing) return;
  isRenewing = true;
  const isUsed = one("main :focus:not([data-flash])") || !(getSelection()?.isCollapsed ?? true);
  if (!isUsed) {
    location.reload();
    return;
  }
  const note = document.createElement("p");
  const link = document.createElement("a");
  note.className = "note";
  note.setAttribute("role", "status");
  link.href = location.href;
  link.textContent = "Show its report";
  live.before(note);
  note.append("The run went on while you are using this page. ", link);
}

// Tells about a run until the page goes. A worker that all tabs share holds the connection; where
// there is none, a tab holds its own while it is seen; where that is refused, it asks.
function follow(path, workerURL, tell) {
  const url = new URL(path, location.href).href;
  let [port, source, timer] = [null, null, null];

  function hear(kind, text) {
    if (kind === "poll") poll();
    else tell(kind, text);
  }

  function openShared() {
    const worker = new SharedWorker(scripts?.createScriptURL(workerURL) ?? workerURL, "syncline");
    port = worker.port;
    worker.addEventListener("error", () => {
      port = null;
      openOwn();
    });
    port.onmessage = ({ data }) => {
      if (data.url === url) hear(data.kind, data.text);
    };
    port.postMessage({ follow: url });
  }

  function openOwn() {
    close();
    if (document.hidden) return;
    source = new EventSource(url);
    source.addEventListener("progress", ({ data }) => hear("progress", data));
    source.addEventListener("finished", ({ data }) => hear("finished", data));
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) poll();
    });
  }

  function poll() {
    close();
    timer = setInterval(async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(url.replace(/\/events$/, ".json"), {
          headers: { Accept: "application/json", "X-Syncline-Background": "1" }, redirect: "error",
        });
        if (!answer.ok) return;
        const run = await answer.json();
        if (run.state !== "running") tell("finished", "");
        else if (run.progress) tell("progress", JSON.stringify(run.progress));
      } catch {
        // Not reachable now; the next time may be better.
      }
    }, 5000);
  }

  function close() {
    port?.postMessage({ leave: url });
    source?.close();
    clearInterval(timer);
    source = null;
  }

  function open() {
    if (typeof SharedWorker === "function" && workerURL) openShared();
    else openOwn();
  }

  document.addEventListener("visibilitychange", () => {
    if (!port && !timer) openOwn();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
}

// ---- Live counters ------------------------------------------------------------------------------

for (const nav of all("[data-counts]")) {
  let isAsking = false;
  setInterval(async () => {
    if (document.hidden || isAsking) return;
    isAsking = true;
    try {
      // Marked as the page's own, so that an open page alone keeps nobody signed in.
      const answer = await fetch(nav.dataset.counts, {
        headers: { Accept: "application/json", "X-Syncline-Background": "1" }, redirect: "error",
      });
      if (answer.ok) showCounts(nav, (await answer.json()).counts);
    } catch {
      // Not reachable now; the next time may be better.
    } finally {
      isAsking = false;
    }
  }, 15000);
}

function showCounts(nav, counts) {
  if (!counts) return;
  const numbers = {
    deleted: counts.deleted, queued: counts.pending + counts.failed + counts.conflicts,
    needYou: counts.failed + counts.conflicts,
  };
  for (const counter of all("[data-count]", nav)) {
    const number = numbers[counter.dataset.count];
    const text = counter.firstChild;
    if (number > 0 && text) text.nodeValue = number.toLocaleString("en-US");
    counter.hidden = !(number > 0);
  }
}

// ---- Choosing sides in a conflict ---------------------------------------------------------------

for (const form of all("form[data-merge]")) {
  form.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    const row = event.target.closest("tr");
    for (const cell of all("td.on", row)) cell.classList.remove("on");
    event.target.closest("td")?.classList.add("on");
    // What somebody typed stays; what a side had filled in is replaced.
    const result = one("td.res .own input, td.res .own textarea, td.res .own select", row);
    const sides = all("input[type=radio]", row).map((radio) => radio.dataset.text);
    if (result && (result.value === "" || sides.includes(result.value))) {
      result.value = event.target.dataset.text;
      const empty = one("td.res input[type=checkbox]", row);
      if (empty) empty.checked = event.target.dataset.null === "1";
    }
  });
}

// ---- Times that age -----------------------------------------------------------------------------

const clock = one("time.clock");
if (clock) {
  const skew = Date.parse(clock.dateTime) - Date.now();
  setInterval(() => {
    const now = new Date(Date.now() + skew).toISOString();
    clock.dateTime = `${now.slice(0, 19)}Z`;
    clock.textContent = `${now.slice(11, 16)} UTC`;
  }, 10000);
}

// ---- Before the session ends by itself -----------------------------------------------------------

for (const main of all("main[data-idle]")) {
  const warning = document.createElement("div");
  warning.className = "note warn flash";
  warning.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = "You will be signed out in 2 minutes, as nothing was asked of the server for a while.";
  const stay = document.createElement("button");
  stay.type = "button";
  stay.className = "btn s";
  stay.textContent = "Stay signed in";
  warning.append(text, stay);
  let timer = null;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => main.prepend(warning), (Number(main.dataset.idle) - 120) * 1000);
  };
  stay.addEventListener("click", async () => {
    try {
      const answer = await fetch(main.dataset.stay, { headers: { Accept: "application/json" }, redirect: "error" });
      if (!answer.ok) throw new Error(answer.status);
      warning.remove();
      main.focus();
      wait();
    } catch {
      text.textContent = "You are signed out. Keep a copy of what you typed, then reload this page.";
    }
  });
  wait();
}

// ---- Suggestions for a filter -------------------------------------------------------------------

for (const column of all("select[data-values]")) {
  const list = one("#values");
  const box = list && one(`[list="${list.id}"]`);
  let known = "";
  for (const button of all("[data-noscript]", column.form)) button.remove();

  async function suggest() {
    if (known === column.value) return;
    known = column.value;
    try {
      const answer = await fetch(`${column.dataset.values}?column=${encodeURIComponent(known)}`, {
        headers: { Accept: "application/json" }, redirect: "error",
      });
      const { values } = await answer.json();
      list.replaceChildren(...(values ?? []).map((value) => {
        const option = document.createElement("option");
        option.value = typeof value === "string" ? value : JSON.stringify(value);
        return option;
      }));
    } catch {
      known = ""; // Not reachable now; the next time may be better.
    }
  }

  // Each type of column has its usual comparison, until somebody chooses another one.
  const comparison = one("select[name=_op]", column.form);
  let isChosen = false;
  comparison?.addEventListener("change", () => { isChosen = true; });
  column.addEventListener("change", () => {
    const usual = column.selectedOptions[0]?.dataset.usual;
    if (comparison && usual && !isChosen) comparison.value = usual;
  });

  box?.addEventListener("focus", suggest);
  column.addEventListener("change", suggest);
}

// ---- Suggestions of the jump box ----------------------------------------------------------------

{
  const box = one("#jump");
  const list = document.createElement("datalist");
  let timer = null;
  list.id = "jump-found";
  box?.after(list);
  box?.addEventListener("input", () => {
    clearTimeout(timer);
    const text = box.value.trim();
    if (text.length < 2) return;
    timer = setTimeout(async () => {
      try {
        const answer = await fetch(`${box.form.action}.json?q=${encodeURIComponent(text)}`, {
          headers: { Accept: "application/json" }, redirect: "error",
        });
        const { results } = await answer.json();
        box.setAttribute("list", list.id);
        list.replaceChildren(...(results ?? []).slice(0, 12).map((found) => {
          const option = document.createElement("option");
          option.value = found.label;
          option.label = `${found.kind} ${found.label} ${found.place}`.trim();
          return option;
        }));
      } catch {
        // Not reachable now; Enter asks again.
      }
    }, 150);
  });
}

// ---- Keys ---------------------------------------------------------------------------------------

const sheet = one("#keys");
const keysSwitch = one("[data-keys-switch]");
const keysAreOn = () => {
  try { return localStorage.getItem("keys") !== "off"; } catch { return true; }
};
if (keysSwitch) {
  keysSwitch.checked = keysAreOn();
  keysSwitch.addEventListener("change", () => {
    try { localStorage.setItem("keys", keysSwitch.checked ? "on" : "off"); } catch { /* Not kept then. */ }
  });
}

// The links of the navigation by the last part of their path, after `g`.
const goTo = { o: "", t: "tables", d: "trash", q: "queue", c: "errors", s: "sync", a: "audit" };

function go(key) {
  const last = goTo[key];
  const links = all("#nav a");
  const store = links.find((link) => /\/s\/[^/]+$/.test(link.pathname));
  const target = last === "" ? store
    : links.find((link) => link.pathname.endsWith(`/${last}`) && (last === "audit" || /\/s\/[^/]+\/[^/]+$/.test(link.pathname)));
  if (target) location.assign(target.href);
}

// A line of a list: its main link, which shows where one is and opens with Enter.
const lineLinks = () => {
  const isShown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;
  // The page's own list is the one with ticks, else the first; never the numbers under a chart.
  const lists = all("main .grid").filter((grid) => isShown(grid) && one("tbody a", grid) && !grid.closest(".chart"));
  const main = lists.find((grid) => one("tbody .tick", grid)) ?? lists[0];
  const rows = main ? all("tbody tr", main) : [];
  return rows.map((row) => one("th a, td.key a", row) ?? one("a", row)).filter((link) => link && isShown(link));
};

function move(step) {
  const links = lineLinks();
  if (links.length === 0) return;
  const now = links.findIndex((link) => link.closest("tr").contains(document.activeElement));
  const next = now < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(now + step, 0), links.length - 1);
  links[next].focus();
  links[next].scrollIntoView({ block: "nearest" });
}

// `x` as a click, so that counts and ranges follow as with the mouse.
function tick(event) {
  const box = one(".tick input[type=checkbox]", document.activeElement.closest("tr") ?? document.createElement("tr"));
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
}

const turnPage = (name) => all("main .pager .acts a.btn").find((link) => name.test(link.textContent.trim()))?.click();

const press = (selector) => {
  const found = all(`main ${selector}`);
  if (found.length === 1) found[0].click();
};

const keys = {
  "?": () => sheet?.showModal(),
  "/": () => one("#jump")?.focus(),
  j: () => move(1),
  k: () => move(-1),
  x: tick,
  e: () => press('.head .acts a[href$="/edit"]'),
  u: () => press('.head form[action$="/undelete"] button'),
  r: () => press('.head form[action$="/retry"] button'),
  "[": () => turnPage(/^(First|Newest)/),
  "]": () => turnPage(/^(Next|Older)/),
};
let awaitsPlace = false;

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const close of all("[data-flash] > button")) close.click();
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || sheet?.open) return;
  if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
  if (!keysAreOn() && event.key !== "?") return;
  const key = event.key === "X" ? "x" : event.key;
  if (awaitsPlace) {
    awaitsPlace = false;
    if (Object.hasOwn(goTo, key)) {
      event.preventDefault();
      go(key);
      return;
    }
  }
  if (key === "g") {
    awaitsPlace = true;
    setTimeout(() => { awaitsPlace = false; }, 1500);
    return;
  }
  if (!Object.hasOwn(keys, key)) return;
  event.preventDefault();
  keys[key](event);
});
