// The script of the pages: its parts are joined as order.txt lists them.
// Comfort only: every page works without this file. Nothing here refreshes what has focus, ticks or
// typing in it. The server puts the texts of the page's language in front, and "use strict".

// A text in the language of the page, with values for its placeholders {0}, {1}.
const localized = (text, ...values) => (texts[text] ?? text).replace(/\{(\d)\}/g, (_, index) => values[index]);

// `18,350` as the language writes it. Small numbers have no separator and skip toLocaleString, whose
// first call takes about 40 ms.
const written = (number) =>
  (number < 1000 ? String(number) : number.toLocaleString(document.documentElement.lang));

// A key without modifiers that nothing has handled yet.
const isPlainKey = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.defaultPrevented;

const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const one = (selector, inside = document) => inside.querySelector(selector);

// A symbol of the page's icons.
function icon(name) {
  const image = one(".jump svg").cloneNode(true);
  const use = one("use", image);
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${name}`));
  return image;
}

// What nobody waits for: done once the page is seen, which it is a moment after the second frame is
// begun, and when the browser has nothing else to do.
const whenIdle = window.requestIdleCallback ?? ((work) => work());
const afterFirstFrame = (work) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => whenIdle(work, { timeout: 500 }), 50)));

// The one way to name a script, as the security policy demands: only files of this console.
const scripts = window.trustedTypes?.createPolicy("console", {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError("a foreign script");
    return address;
  },
});

// A page of this console, made or not by a form that is sent, as a document whose scripts don't run.
function load(address, fields, { isByItself = false } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.open(fields ? "POST" : "GET", address);
    request.setRequestHeader("Accept", "text/html");
    if (isByItself) request.setRequestHeader("X-Syncline-Background", "1");
    request.addEventListener("error", () => reject(new Error("unreachable")));
    request.addEventListener("load", () => {
      if (request.response) resolve(request.response);
      else reject(new Error(request.status));
    });
    request.send(fields);
  });
}

// What the server answers as JSON; throws when it refuses or is not reachable. What a page asks by
// itself is marked, here and above, so that an open page alone keeps nobody signed in.
async function ask(url, { isByItself = false } = {}) {
  const headers = { Accept: "application/json", "X-Syncline-Language": document.documentElement.lang, ...(isByItself && { "X-Syncline-Background": "1" }) };
  const answer = await fetch(url, { headers, redirect: "error" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}
