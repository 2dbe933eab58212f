// ---- Live counters ------------------------------------------------------------------------------

for (const nav of all("[data-counts]")) {
  let isAsking = false;
  setInterval(async () => {
    if (document.hidden || isAsking || updates.isPaused) return;
    isAsking = true;
    try {
      showCounts(nav, (await ask(nav.dataset.counts, { isByItself: true })).counts);
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
    if (number > 0 && text) text.nodeValue = number.toLocaleString("en-US");
    counter.hidden = !(number > 0);
  }
}

// Pages of figures and lists stay as they are while somebody reads them, and say so; forms say nothing.
const pageOfFigures = /\/s\/[^/]+(\/(queue|errors|trash|sync|tables|t\/[^/]+))?$/;

function sayThatPageIsOlder() {
  if (!pageOfFigures.test(location.pathname) || one("main > .newer")) return;
  const note = document.createElement("p");
  note.className = "newer";
  note.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = "Show";
  note.append("Changed since this page was made. ", link);
  // In the room above the title, so that nothing moves away under a hand.
  one("main").prepend(note);
}
