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
    if (number > 0 && text) text.nodeValue = number.toLocaleString("en-US");
    counter.hidden = !(number > 0);
  }
}
