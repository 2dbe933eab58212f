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
  signIn.textContent = localized("Sign in again in a new tab");
  const stay = note.button(localized("Stay signed in"), async () => {
    try {
      await ask(main.dataset.stay);
      remove();
      wait(Number(main.dataset.whole));
      tell(end);
    } catch {
      say("out");
    }
  });
  const copy = note.button(localized("Copy what is typed"), async () => {
    try {
      await navigator.clipboard.writeText(typed(main));
      copy.textContent = localized("Copied");
    } catch {
      copy.textContent = localized("Not copied: select it and copy it yourself");
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
    if (next === "out") {
      note.show(`${localized("Your session has ended.")} ${whatToDo(isTyped)}`,
        signIn, ...(isTyped && navigator.clipboard ? [copy] : []));
    } else {
      note.show(warning(next === "two", end === last), end === last ? signIn : stay);
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
        note.show(localized("You are now signed in as {0}. Sign in as {1} to continue in this tab.", owner, main.dataset.owner), signIn);
        return;
      }
      for (const field of all("input[name=_token]")) field.value = token;
      state = "in";
      last = Date.now() + Number(ends) * 1000;
      wait(Number(idle));
      const words = localized("You are signed in again. What is typed here can be sent.");
      note.show(words, note.button(localized("Close"), remove));
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

function warning(hasTwoMinutes, isLast) {
  if (isLast) {
    return hasTwoMinutes
      ? localized("You will be signed out in 2 minutes, as sessions end after 12 hours.")
      : localized("You will be signed out in 1 minute, as sessions end after 12 hours.");
  }
  return hasTwoMinutes
    ? localized("You will be signed out in 2 minutes due to inactivity.")
    : localized("You will be signed out in 1 minute due to inactivity.");
}

function whatToDo(isTyped) {
  return isTyped
    ? localized(
      "Your entries are kept in this tab. Leave it open, sign in again in a new tab, then return here to submit them.")
    : localized("Sign in again in a new tab, then go on here.");
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
