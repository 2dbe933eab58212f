// ---- Panels beside a list: a row, or facets ----

const sidePanel = () => one(".work > .aside");
const peekPanel = () => one(".work > .peek");
const rowLink = (row) => one("th.key a", row);

// What in an address says which panel is shown.
const panelNames = ["peek", "facets", "facet", "_facet", "_values"];
const panelOf = (address) => {
  const query = new URL(address).searchParams;
  return panelNames.map((name) => query.getAll(name).join()).join("\n");
};
let shownPanel = panelOf(location.href);

// The list's address with another panel, or with none.
function panelAddress(name, value) {
  const address = new URL(location.href);
  address.hash = "";
  for (const other of ["_pick", ...panelNames]) address.searchParams.delete(other);
  if (value) address.searchParams.set(name, value);
  return address.href;
}

const peekAddress = (row) => panelAddress("peek", decodeURIComponent(rowLink(row).pathname.split("/").at(-1)));

function peekLink(row) {
  const link = document.createElement("a");
  link.href = peekAddress(row);
  link.textContent = localized("Peek");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    closeRowMenu(false);
    rowLink(row).focus();
    showPanel(link.href);
  });
  return link;
}

// Marks what the panel shows: its row, or the button of the facets.
function markPanel() {
  const button = one("[data-facets]");
  if (one(".work > .facets")) button?.setAttribute("aria-current", "true");
  else button?.removeAttribute("aria-current");
  const path = peekPanel() && new URL(location.href).searchParams.get("peek");
  for (const row of all("#lines > tr")) {
    const isShown = path !== null && rowLink(row)?.pathname.endsWith(`/${encodeURIComponent(path)}`);
    row.classList.toggle("cur", Boolean(isShown));
    if (isShown) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

// Only the newest of several panels is shown.
let turns = 0;

// Shows the panel of an address, without a new page, so that the list stays where it is. Moving on is
// no step of the history: Back closes the panel.
async function showPanel(address, isStep = true) {
  turns += 1;
  const turn = turns;
  const page = await load(address).catch(() => null);
  if (turn !== turns) return;
  const panel = page && one(".work > .aside", page);
  if (!panel) return location.assign(address);
  const earlier = sidePanel();
  const scrolled = earlier?.scrollTop;
  const hadFocus = earlier?.contains(document.activeElement);
  if (isStep) history[earlier ? "replaceState" : "pushState"](null, "", address.split("#")[0]);
  shownPanel = panelOf(address);
  earlier?.remove();
  one(".work").append(panel);
  if (earlier?.id === "facets") panel.scrollTop = scrolled;
  if (hadFocus) panel.focus({ preventScroll: true });
  markPanel();
}

function closePanel(isStep = true) {
  const panel = sidePanel();
  if (!panel) return;
  turns += 1;
  const opener = panel.id === "facets" ? one("[data-facets]") : one("#lines > tr.cur th.key a");
  if (isStep) history.pushState(null, "", panelAddress());
  shownPanel = panelOf(location.href);
  const isInList = document.activeElement.closest("#lines");
  panel.remove();
  markPanel();
  if (!isInList) (opener ?? one("#list")).focus();
}

// The panel follows the keyboard through the list.
function followPeek(row) {
  if (peekPanel() && !row.classList.contains("cur")) showPanel(peekAddress(row));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".aside > header a, .facets a[data-panel], .tools a:is([href$='#peek'], [data-facets])");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = new URL(link.href);
  // Another page of the list comes whole.
  const isHere = ["after", "_before", "_at"].every((name) =>
    next.searchParams.get(name) === new URL(location.href).searchParams.get(name));
  if (!isHere) return;
  event.preventDefault();
  if ("close" in link.dataset) closePanel();
  else if (!("facets" in link.dataset)) showPanel(link.href);
  else if (one(".work > .facets")) closePanel();
  else showPanel(panelAddress("facets", "1"));
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".facets form")) return;
  event.preventDefault();
  await showPanel(`${form.action.split("#")[0]}?${new URLSearchParams(new FormData(form))}`);
  const same = all(".facets form").find(({ ariaLabel }) => ariaLabel === form.ariaLabel);
  one("[type=search]", same)?.focus({ preventScroll: true });
  same?.closest("section").scrollIntoView({ block: "nearest" });
});

addEventListener("popstate", () => {
  if (!one("#lines") || panelOf(location.href) === shownPanel) return;
  const query = new URL(location.href).searchParams;
  if (query.has("peek") || query.has("facets")) showPanel(location.href, false);
  else closePanel(false);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !sidePanel() || one("dialog[open], :popover-open")) return;
  event.preventDefault();
  closePanel();
});
