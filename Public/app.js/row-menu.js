// ---- The menu of a row in a list ----

let rowMenu = null;

function closeRowMenu(givesFocusBack) {
  if (!rowMenu) return;
  const { menu, button } = rowMenu;
  rowMenu = null;
  menu.remove();
  button.setAttribute("aria-expanded", "false");
  if (givesFocusBack) button.focus();
}

// The row's pages, and the buttons that stand in its line.
function openRowMenu(button) {
  const isOpen = rowMenu?.button === button;
  closeRowMenu(false);
  if (isOpen) return;
  const row = button.closest("tr");
  const link = one("th.key a", row);
  const list = document.createElement("ul");
  const add = (item) => list.appendChild(document.createElement("li")).append(item);
  const to = (words, path, tab) => {
    const item = document.createElement("a");
    const url = new URL(link.href);
    url.pathname += path;
    if (tab) url.searchParams.set("tab", tab);
    item.href = url.pathname + url.search;
    item.textContent = words;
    add(item);
  };
  to("Open", "");
  if ("edits" in row.closest("table").dataset && !row.classList.contains("r-deleted")) to("Edit", "/edit");
  to("History", "", "history");
  to("Raw", "", "raw");
  to("Support report", "/passport");
  for (const own of all("td button", row)) {
    const item = document.createElement("button");
    item.type = "button";
    item.className = "item";
    item.textContent = own.firstChild.textContent;
    item.addEventListener("click", () => own.click());
    add(item);
  }
  const menu = document.createElement("div");
  menu.className = "pop row-menu";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", `Row ${link.textContent.trim()}`);
  menu.popover = "manual";
  menu.append(list);
  button.after(menu);
  menu.showPopover();
  const place = button.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(place.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(place.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
  button.setAttribute("aria-expanded", "true");
  rowMenu = { menu, button };
  one("a", menu).focus();
}

// Each row's button, once.
function addRowMenus() {
  for (const link of all("table[data-row-menu] tbody th.key > a:only-child")) {
    if (!/\/r\/[^/]+$/.test(link.pathname)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet s row-more";
    button.textContent = "⋯";
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", `Menu of ${link.textContent.trim()}`);
    button.addEventListener("click", () => openRowMenu(button));
    link.after(" ", button);
  }
}
afterFirstFrame(addRowMenus);

document.addEventListener("click", (event) => {
  if (rowMenu && !rowMenu.menu.contains(event.target) && event.target !== rowMenu.button) closeRowMenu(false);
});
document.addEventListener("keydown", (event) => {
  if (!rowMenu) return;
  const items = all("a, button", rowMenu.menu);
  const now = items.indexOf(document.activeElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Escape") closeRowMenu(true);
  else if (event.key === "Tab") closeRowMenu(true);
  else if (next !== undefined) items.at(next % items.length).focus();
  else return;
  if (event.key !== "Tab") event.preventDefault();
});

// `.` opens the menu of the line where one is; on a row's page its actions are in sight already.
function showRowMenu() {
  const row = document.activeElement.closest("table[data-row-menu] tbody tr");
  if (row) {
    addRowMenus();
    const button = one("button.row-more", row);
    if (button) openRowMenu(button);
    return;
  }
  one("main .head .acts a, main .head .acts button")?.focus();
}
