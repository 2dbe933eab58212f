// ---- A run under way ----

for (const live of all("[data-events]")) followRun(live);

function followRun(live) {
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
    if (kind === "progress") updates.do("progress", () => show(JSON.parse(text)));
    else updates.do("finished", () => renew(live, true));
  });
}
