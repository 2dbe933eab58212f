// ---- Peek: a row in a panel beside its list ----

const peekPanel = () => one(".work > .peek");
const rowLink = (row) => one("th.key a", row);

// The list's address with a row in the panel, or with none.
function peekAddress(row) {
  const address = new URL(location.href);
  address.hash = "";
  for (const name of ["_pick", "peek"]) address.searchParams.delete(name);
  if (row) address.searchParams.set("peek", decodeURIComponent(rowLink(row).pathname.split("/").at(-1)));
  return address.href;
}

function peekLink(row) {
  const link = document.createElement("a");
  link.href = peekAddress(row);
  link.textContent = "Peek";
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    closeRowMenu(false);
    rowLink(row).focus();
    peekAt(link.href);
  });
  return link;
}

// Marks the row that the panel shows.
function markPeeked() {
  const path = peekPanel() && new URL(location.href).searchParams.get("peek");
  for (const row of all("#lines > tr")) {
    const isShown = path !== null && rowLink(row)?.pathname.endsWith(`/${encodeURIComponent(path)}`);
    row.classList.toggle("cur", Boolean(isShown));
    if (isShown) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

// Only the newest of several peeks is shown.
let peeks = 0;

// Shows the panel of an address, without a new page, so that the list stays where it is. Moving on is
// no step of the history: Back closes the panel.
async function peekAt(address, isStep = true) {
  peeks += 1;
  const turn = peeks;
  const page = await load(address).catch(() => null);
  if (turn !== peeks) return;
  const panel = page && one(".work > .peek", page);
  if (!panel) return location.assign(address);
  const earlier = peekPanel();
  const hadFocus = earlier?.contains(document.activeElement);
  if (isStep) history[earlier ? "replaceState" : "pushState"](null, "", address.split("#")[0]);
  earlier?.remove();
  one(".work").append(panel);
  if (hadFocus) panel.focus({ preventScroll: true });
  markPeeked();
}

function closePeek(isStep = true) {
  const panel = peekPanel();
  if (!panel) return;
  peeks += 1;
  const row = one("#lines > tr.cur");
  if (isStep) history.pushState(null, "", peekAddress(null));
  const isInList = document.activeElement.closest("#lines");
  panel.remove();
  markPeeked();
  if (!isInList) (row ? rowLink(row) : one("#list")).focus();
}

// The panel follows the keyboard through the list.
function followPeek(row) {
  if (peekPanel() && !row.classList.contains("cur")) peekAt(peekAddress(row));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".peek > header a, .tools a[href$='#peek']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = new URL(link.href);
  // Another page of the list comes whole.
  const isHere = ["after", "_before", "_at"].every((name) =>
    next.searchParams.get(name) === new URL(location.href).searchParams.get(name));
  if (!isHere) return;
  event.preventDefault();
  if ("close" in link.dataset) closePeek();
  else peekAt(link.href);
});

addEventListener("popstate", () => {
  if (!one("#lines")) return;
  const id = new URL(location.href).searchParams.get("peek");
  if (id === (peekPanel()?.dataset.peek ?? null)) return;
  if (id) peekAt(location.href, false);
  else closePeek(false);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || one("dialog[open]")) return;
  closePeek();
});
