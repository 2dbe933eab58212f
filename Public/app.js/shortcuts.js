// ---- Keys ----

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

// A line of a list: its main link, which Enter opens.
const lineLinks = () => {
  const isShown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;
  // The list with ticks, else the first; never the numbers under a chart.
  const lists = all("main .grid").filter((grid) => isShown(grid) && one("tbody a", grid) && !grid.closest(".chart"));
  const main = lists.find((grid) => one("tbody .tick", grid)) ?? lists[0];
  const rows = main ? all("tbody tr", main) : [];
  return rows.map((row) => one("th a, td.key a", row) ?? one("a", row)).filter((link) => link && isShown(link));
};

function move(step) {
  const links = lineLinks();
  if (links.length === 0) return;
  const active = document.activeElement.closest("main tbody tr") ?? (peekPanel() && one("#lines > tr.cur"));
  const now = links.findIndex((link) => link.closest("tr") === active);
  // Beyond the end of a page the panel goes on to the next one.
  if (peekPanel() && now >= 0 && !links[now + step]) return one(`.peek a[rel=${step > 0 ? "next" : "prev"}]`)?.click();
  const next = now < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(now + step, 0), links.length - 1);
  links[next].focus();
  links[next].scrollIntoView({ block: "nearest" });
  followPeek(links[next].closest("tr"));
}

// What the line under the keyboard has.
const inLine = (selector) => one(selector, document.activeElement.closest("main tbody tr") ?? document.createElement("tr"));

// `x` as a click, so that counts and ranges follow as with the mouse.
function tick(event) {
  inLine(".tick input[type=checkbox]")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
}

// To the row beside the one on the page or in the panel, else to another page of the list; where the
// page before is unknown, to the first.
function turn(rel) {
  const links = all(`main a[rel="${rel}"]`);
  const link = links.find((link) => !link.closest(".pager")) ?? links[0];
  (link ?? (rel === "prev" ? one("main .pager a.btn:not([rel])") : null))?.click();
}

const press = (selector) => {
  const found = all(`main ${selector}`);
  if (found.length === 1) found[0].click();
};

function edit() {
  const link = inLine("table[data-edits] tr:not(.r-deleted) th.key a");
  if (link) location.assign(`${link.pathname}/edit${link.search}`);
  else press('.head .acts a:is([href$="/edit"], [href*="/edit?"])');
}

const keys = {
  "?": () => {
    sheet?.showModal();
    one("h2", sheet).focus();
  },
  "/": () => (one("main .tools .search-in input[type=search]") ?? one("#jump"))?.focus(),
  f: () => {
    const menu = filterMenu();
    if (!menu) return;
    menu.open = true;
    one("select", menu).focus();
  },
  j: () => move(1),
  k: () => move(-1),
  x: tick,
  e: edit,
  u: () => (inLine('[formaction*="/undelete"]') ?? { click: () => press('.head form[action*="/undelete"] button') }).click(),
  r: () => press('.head form[action*="/retry"] button'),
  ".": showRowMenu,
  p: () => one("[data-pause]:not([hidden])")?.click(),
  // On a row's page the rows beside it, in a list its pages.
  "[": () => turn("prev"),
  "]": () => turn("next"),
};
let awaitsPlace = false;

document.addEventListener("keydown", (event) => {
  // With a modifier, so it works while typing too, and where single keys are off.
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k" && !sheet?.open) {
    event.preventDefault();
    palette?.open();
    return;
  }
  const messages = event.key === "Escape" ? all("[data-flash] [data-close]") : [];
  for (const close of messages) close.click();
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || sheet?.open || palette?.isOpen()) return;
  if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) return;
  if (event.key === "Escape" && !event.defaultPrevented && messages.length === 0) clearSelection();
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

// ---- Arrow keys move between the bars of a chart ----

document.addEventListener("keydown", (event) => {
  if (!isPlainKey(event)) return;
  const bar = event.target.closest(".drawing > a");
  if (!bar) return;
  const bars = all("a", bar.parentElement);
  const now = bars.indexOf(bar);
  const places = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: bars.length - 1 };
  if (!(event.key in places)) return;
  event.preventDefault();
  const next = bars[places[event.key]];
  if (!next) return;
  bar.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
