// ---- Live counters ----

for (const nav of all("[data-counts]")) {
  let [isAsking, rounds] = [false, 0];
  setInterval(async () => {
    rounds += 1;
    // The title of a tab in the background tells what fails too; once a minute is enough for it.
    if ((document.hidden && rounds % 4) || isAsking || updates.isPaused) return;
    isAsking = true;
    try {
      const now = await ask(nav.dataset.counts, { isByItself: true });
      if (now.revision !== nav.dataset.revision) sayThatPageIsOlder();
      showCounts(nav, now.counts);
      if (now.status && now.status !== nav.dataset.status) await followStatus(nav);
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
    const shown = counter.hidden ? 0 : Number(text?.nodeValue.replace(/\D/g, ""));
    if (shown !== Math.max(0, number)) sayThatPageIsOlder();
    if (number > 0 && text) text.nodeValue = written(number);
    counter.hidden = !(number > 0);
  }
  retitle(counts);
}

// The counts of another page of this store, which are newer.
function showCountsOf(page) {
  const [nav, newer] = [one("[data-counts]"), one("[data-counts]", page)];
  if (!nav || !newer) return;
  nav.dataset.revision = newer.dataset.revision;
  nav.replaceChildren(...newer.childNodes);
}

// The tab's title counts what needs attention, on a table's own list that of the table: a part of it
// ends in ` (3 conflicts)`, in the language of the page.
const withoutTrouble = (part) => part.replace(/ \([^()]*\d[^()]*\)$/, "");

function retitle({ failed, conflicts }) {
  const parts = document.title.split(" – ");
  if (parts.length < 3 || /\/t\/[^/]+$/.test(location.pathname)) return;
  const place = parts.length - (/\/s\/[^/]+$/.test(location.pathname) ? 3 : 2);
  parts[place] = withoutTrouble(parts[place]) + trouble(failed, conflicts);
  document.title = parts.join(" – ");
}

function trouble(failed, conflicts) {
  if (!(failed + conflicts > 0)) return "";
  const number = written(failed + conflicts);
  const words = failed && conflicts ? localized("{0} need attention", number)
    : failed ? localized("{0} rejected", number)
    : conflicts === 1 ? localized("{0} conflict", number) : localized("{0} conflicts", number);
  return ` (${words})`;
}

// What a tab's title begins with while syncing is off or fails.
function statusWords(nav) {
  return nav?.dataset.words ? `${nav.dataset.words} – ` : "";
}

// What says on this page whether syncing works, loaded again once that changes; what holds the focus
// stays, and is tried again with the next counts.
async function followStatus(nav) {
  const page = await load(nav.dataset.page ?? location.href, null, { isByItself: true });
  const newer = one("[data-counts]", page);
  if (!newer) return;
  document.title = nav.dataset.page
    ? statusWords(newer) + document.title.slice(statusWords(nav).length) : page.title;
  nav.dataset.words = newer.dataset.words ?? "";
  const partsOf = (inside) =>
    new Map(all("[data-part], .nav a", inside).map((part) => [part.dataset.part ?? part.getAttribute("href"), part]));
  const [parts, others] = [partsOf(document), partsOf(page)];
  let isWhole = true;
  keepRows(() => {
    for (const [name, part] of parts) {
      const other = others.get(name);
      const isBar = part.matches(".status");
      // A bar is read out when it changes, so it does only with its words.
      const content = isBar ? "textContent" : "innerHTML";
      if (part[content] === other?.[content]) continue;
      if (one(":focus", part)) isWhole = false;
      else if (other) part.replaceChildren(...other.childNodes);
      else if (isBar) part.remove();
    }
    for (const [name, bar] of others) {
      if (parts.has(name) || !bar.matches(".status")) continue;
      one(".bars").append(bar);
      fillLater(bar);
    }
  });
  if (!switchServerControls(!one("#offline"))) isWhole = false;
  if (isWhole) nav.dataset.status = newer.dataset.status;
}

// What needs the server, enabled or disabled as the server writes it; false if one holds the focus.
function switchServerControls(isOnline) {
  let isWhole = true;
  for (const control of all(isOnline ? "[aria-describedby=offline]" : "a[data-server]:not([aria-disabled]), [data-server]:enabled")) {
    const state = control.matches("a") ? "aria-disabled" : "disabled";
    if (isOnline) {
      control.dataset.server = "";
      for (const name of [state, "aria-describedby", "title"]) control.removeAttribute(name);
    } else if (control.matches(":focus")) isWhole = false;
    else {
      const values = { [state]: true, "aria-describedby": "offline", title: localized("This store is offline.") };
      for (const [name, value] of Object.entries(values)) control.setAttribute(name, value);
    }
  }
  return isWhole;
}

// Figures and lists stay as they are while somebody reads them, and say so; forms say nothing.
const pageOfFigures = /\/s\/[^/]+(\/(queue|errors|trash|sync|tables|t\/[^/]+))?$/;

function sayThatPageIsOlder() {
  if (!pageOfFigures.test(location.pathname) || one("main > .newer")) return;
  const note = document.createElement("p");
  note.className = "newer";
  note.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = localized("Reload");
  note.append(localized("New changes."), " ", link);
  // In the room above the title, so that nothing moves away under a hand.
  one("main").prepend(note);
}
