// ---- Times that age, and clocks that differ ----

// The zone of this machine, for the switch behind the clock; kept in this cookie only.
afterFirstFrame(() => {
  const frame = document.documentElement.dataset;
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  const cookie = `${frame.zoneCookie}=${zone}`;
  const isKnown = () => document.cookie.split("; ").includes(cookie);
  if (!frame.zoneCookie || !zone || isKnown()) return;
  const tls = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}; Path=${frame.zonePath}; Max-Age=31536000; SameSite=Lax${tls}`;
  // The page was made for another zone than the one that its address asks for.
  const asks = new URLSearchParams(location.search).get("tz") === "browser";
  if (asks && isKnown() && !isLeaving && one(".zone a[aria-current]")) location.reload();
});

const clock = one("time.clock");
const rendered = clock ? Date.parse(clock.dateTime) : NaN;
const opened = Date.now();

// As Format.relative on the server: what is older than a year stays a date.
function ago(then, now) {
  const seconds = Math.floor((now - then) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return localized("just now");
  if (distance >= 31536000) return null;
  const amount =
    distance < 3600 ? localized("{0} min", Math.max(1, Math.floor((distance + 30) / 60)))
    : distance < 86400 ? localized("{0} h", Math.floor((distance + 1800) / 3600))
    : localized("{0} d", Math.floor((distance + 43200) / 86400));
  return seconds < 0 ? localized("in {0}", amount) : localized("{0} ago", amount);
}

if (clock) {
  setInterval(() => {
    // Ages are counted by the server's clock, whatever the one here says.
    const now = rendered + Date.now() - opened;
    const text = new Date(now).toISOString();
    clock.dateTime = `${text.slice(0, 19)}Z`;
    clock.textContent = `${text.slice(11, 16)} UTC`;
    for (const time of all("time.when")) {
      const words = ago(Date.parse(time.dateTime), now);
      const shown = one(".ago", time);
      if (words && shown.textContent !== words) shown.textContent = words;
    }
  }, 10000);
}

// A tooltip goes away on Esc and comes back when something else is pointed at.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.documentElement.classList.add("no-tips");
});
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, () => document.documentElement.classList.remove("no-tips"));
}

// Says so when this clock and the server's are more than 2 s apart. The page's own stamp only makes
// suspicious: it may come late or out of a cache. What counts is an answer that was just given.
const skewMost = 2000;

async function compareClocks() {
  const line = one("[data-skew]");
  if (!line) return;
  const asked = Date.now();
  let answer;
  try {
    answer = await fetch(clock.dataset.health, {
      method: "HEAD", cache: "no-store", headers: { "X-Syncline-Background": "1" },
    });
  } catch {
    return; // Not reachable now: nothing is known.
  }
  const answered = Date.now();
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (Number.isNaN(date)) return;
  // The header has whole seconds and was written at some time between question and answer.
  const ahead = asked - (date + 999);
  const behind = date - answered;
  const apart = Math.max(ahead, behind);
  line.hidden = apart <= skewMost;
  if (line.hidden) return;
  const middle = Math.abs((asked + answered) / 2 - (date + 500));
  const distance = span(Math.round(middle / 1000));
  line.textContent = ahead > behind
    ? localized("This browser’s clock is {0} ahead of the server’s.", distance)
    : localized("This browser’s clock is {0} behind the server’s.", distance);
}

function span(seconds) {
  if (seconds < 120) return localized("{0} s", seconds);
  if (seconds < 7200) return localized("{0} min", Math.round(seconds / 60));
  return seconds < 172800
    ? localized("{0} h", Math.round(seconds / 3600))
    : localized("{0} d", Math.round(seconds / 86400));
}

if (clock) {
  // The stamp of the page has whole seconds.
  if (Math.abs(opened - rendered - 500) > skewMost) compareClocks();
  // A page out of the browser's memory has an old stamp, and the clock may be set by now.
  addEventListener("pageshow", (event) => {
    if (event.persisted) compareClocks();
  });
}
