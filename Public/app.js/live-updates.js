// ---- Live updates, which can be paused ----

const updates = {
  isPaused: false,
  held: new Map(),
  // Does the work now, or, of each kind, the last one once updates go on.
  do(kind, work) {
    if (this.isPaused) this.held.set(kind, work);
    else work();
  },
  turn() {
    this.isPaused = !this.isPaused;
    const held = [...this.held.values()];
    this.held.clear();
    if (!this.isPaused) for (const work of held) work();
    for (const button of all("[data-pause]")) {
      button.setAttribute("aria-pressed", String(this.isPaused));
      button.textContent = this.isPaused ? localized("Resume live updates") : localized("Pause live updates");
    }
  },
};

for (const button of all("[data-pause]")) {
  // Only where something moves by itself.
  if (!one("[data-counts], [data-events], [data-renew]")) continue;
  button.hidden = false;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => updates.turn());
}

// Work without a stream of events: the page is loaded again until it is over.
for (const live of all("[data-renew]")) {
  setTimeout(() => updates.do("renew", () => renew(live)), Number(live.dataset.renew));
}

// Loads the page again, unless somebody is using it: then a link offers it. Who is on the way to
// another page would be taken back by it.
let isRenewing = false;
let isLeaving = false;
addEventListener("beforeunload", () => { isLeaving = true; });
function renew(live, hasEnded = false) {
  if (isRenewing) return;
  isRenewing = true;
  const isUsed = isLeaving || one("main :focus:not([data-flash], h1)") || !(getSelection()?.isCollapsed ?? true);
  if (!isUsed) {
    // The message that had the focus goes with the page.
    if (document.activeElement !== document.body) history.replaceState("renewed", "");
    location.reload();
    return;
  }
  const note = document.createElement("p");
  const link = document.createElement("a");
  note.className = "note";
  note.setAttribute("role", "status");
  link.href = location.href;
  link.textContent = hasEnded ? localized("View report") : localized("Reload");
  live.before(note);
  note.append(hasEnded ? localized("This run has ended.") : localized("New progress."), " ", link);
}

const title = one("main h1");
if ((history.state === "renewed" || title?.matches("[data-result]")) && !one("[autofocus], [data-flash]")) {
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  history.replaceState(null, "");
}
