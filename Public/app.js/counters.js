// ---- Live counters ----

for (const nav of all("[data-counts]")) {
  let isAsking = false;
  setInterval(async () => {
    if (document.hidden || isAsking || updates.isPaused) return;
    isAsking = true;
    try {
      const now = await ask(nav.dataset.counts, { isByItself: true });
      if (now.revision !== nav.dataset.revision) sayThatPageIsOlder();
      showCounts(nav, now.counts);
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
