// ---- Before the session ends by itself ----

for (const main of all("main[data-idle]")) watchSession(main);

function watchSession(main) {
  // What no request puts off, and what every request does.
  let last = Date.now() + Number(main.dataset.ends) * 1000;
  let [end, state, isAsking] = [0, "in", false];
  const wait = (seconds) => { end = Math.min(Date.now() + seconds * 1000, last); };
  wait(Number(main.dataset.idle));

  const note = sessionNote(main);
  const signIn = document.createElement("a");
  signIn.className = "btn s";
  signIn.href = main.dataset.login;
  signIn.target = "_blank";
  signIn.rel = "noopener";
  signIn.textContent = "Sign in again in a new tab";
  const stay = note.button("Stay signed in", async () => {
    try {
      await ask(main.dataset.stay);
      remove();
      wait(Number(main.dataset.whole));
      tell(end);
    } catch {
      say("out");
    }
  });
  const copy = note.button("Copy what is typed", async () => {
    try {
      await navigator.clipboard.writeText(typed(main));
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Not copied: select it and copy it yourself";
    }
  });

  function remove() {
    note.remove();
    state = "in";
  }

  function say(next) {
    if (state === next) return;
    state = next;
    const isTyped = typed(main) !== "";
    const why = end === last ? "as sessions end after 12 hours" : "as nothing was asked of the server for a while";
    if (next === "out") {
      note.show("Your session has ended. "
        + (isTyped
          ? "What you typed is still in this tab: leave it open, sign in again in a new tab, and come back to send it."
          : "Sign in again in a new tab, then go on here."),
      signIn, ...(isTyped && navigator.clipboard ? [copy] : []));
    } else {
      note.show(`You will be signed out in ${next === "two" ? "2 minutes" : "1 minute"}, ${why}.`,
        end === last ? signIn : stay);
    }
  }

  // The same user signed in again: the forms here get the new session's secret.
  async function comeBack() {
    if (state !== "out" || document.hidden) return;
    try {
      const answer = await fetch(main.dataset.stay.replace(/\.json$/, ""), {
        headers: { Accept: "text/html" }, redirect: "error",
      });
      const page = await answer.text();
      const [, token] = /name="_token" value="([^"]+)"/.exec(page) ?? [];
      const [, idle, ends, owner] = /data-idle="(\d+)"[^>]* data-ends="(\d+)"[^>]* data-owner="([^"]+)/.exec(page) ?? [];
      if (!token || !idle || state !== "out") return;
      if (owner !== main.dataset.owner) {
        note.show(`Now signed in as ${owner}. This tab waits for ${main.dataset.owner}.`, signIn);
        return;
      }
      for (const field of all("input[name=_token]")) field.value = token;
      state = "in";
      last = Date.now() + Number(ends) * 1000;
      wait(Number(idle));
      note.show("You are signed in again. What is typed here can be sent.", note.button("Close", remove));
    } catch {
      // Not signed in yet.
    }
  }
  addEventListener("focus", comeBack);

  // Sent now, what was typed would be gone.
  addEventListener("submit", (event) => {
    if (state !== "out" || event.target.method !== "post") return;
    event.preventDefault();
    signIn.focus();
  }, true);

  // Another tab that asks the server keeps this one signed in too.
  const key = "seen";
  function tell(moment) {
    try { localStorage.setItem(key, `${moment}`); } catch { /* Each tab for itself then. */ }
  }
  addEventListener("storage", (event) => {
    const moment = Number(event.newValue);
    if (event.key !== key || !(moment > end)) return;
    if (state === "out") return;
    if (state !== "in") remove();
    end = Math.min(moment, last);
  });
  afterFirstFrame(() => tell(end));

  // Over by the clock of this page; the server knows whether anything was asked since.
  async function askWhetherOver() {
    if (isAsking) return;
    isAsking = true;
    try {
      await ask(main.dataset.stay, { isByItself: true });
      wait(60);
    } catch {
      say("out");
    } finally {
      isAsking = false;
    }
  }

  function look() {
    const left = end - Date.now();
    if (state === "out") return;
    if (left <= 0) askWhetherOver();
    else if (left <= 60_000) say("one");
    else if (left <= 120_000) say("two");
  }
  setInterval(look, 5000);
  document.addEventListener("visibilitychange", () => (state === "out" ? comeBack() : look()));
}

// What somebody typed into the forms of a page, secrets left out.
function typed(main) {
  const fields = all("textarea, select, input:not([type=hidden], [type=password], [type=file])", main);
  const isChanged = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.matches("select")) return all("option", field).some((option) => option.selected !== option.defaultSelected && option.defaultSelected);
    return field.value !== field.defaultValue;
  };
  return fields.filter(isChanged).map((field) => {
    const name = field.labels?.[0]?.firstChild?.textContent.trim() || field.name;
    return `${name}: ${field.type === "checkbox" ? field.checked : field.value}`;
  }).join("\n");
}
