// ---- The menus of a row in a list and of its cells ----

let rowMenu = null;

function closeRowMenu(givesFocusBack) {
  if (!rowMenu) return;
  const { menu, button } = rowMenu;
  rowMenu = null;
  menu.remove();
  button.setAttribute("aria-expanded", "false");
  if (givesFocusBack) (button.closest("td[tabindex]") ?? button).focus();
}

// Opens a menu at its button; `items` are links and buttons.
function openMenu(button, label, items) {
  closeRowMenu(false);
  const list = document.createElement("ul");
  for (const item of items) list.appendChild(document.createElement("li")).append(item);
  const menu = document.createElement("div");
  menu.className = "pop row-menu";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", label);
  menu.popover = "manual";
  menu.append(list);
  button.after(menu);
  menu.showPopover();
  button.setAttribute("aria-expanded", "true");
  rowMenu = { menu, button };
  placeMenu();
  one("a, button", menu).focus();
}

function placeMenu() {
  const { menu, button } = rowMenu;
  const place = button.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(place.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(place.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
}

function menuButton(words, act) {
  const item = document.createElement("button");
  item.type = "button";
  item.className = "item";
  item.textContent = words;
  item.addEventListener("click", act);
  return item;
}

// The row's pages, the buttons that stand in its line, and what can be done with its name.
async function openRowMenu(button) {
  if (rowMenu?.button === button) return closeRowMenu(false);
  const row = button.closest("tr");
  const link = rowLink(row);
  const items = [];
  const to = (words, path, tab) => {
    const item = document.createElement("a");
    const url = new URL(link.href);
    url.pathname += path;
    if (tab) url.searchParams.set("tab", tab);
    item.href = url.pathname + url.search;
    item.textContent = words;
    items.push(item);
  };
  to(localized("Open"), "");
  items.push(peekLink(row));
  if ("edits" in row.closest("table").dataset && !row.classList.contains("r-deleted")) to(localized("Edit"), "/edit");
  to(localized("History"), "", "history");
  to(localized("Raw"), "", "raw");
  to(localized("Support report"), "/passport");
  for (const own of all("td button", row)) {
    if (own.matches(".cell-more")) continue;
    items.push(menuButton(own.firstChild.textContent, () => own.click()));
  }
  openMenu(button, localized("Row {0}", link.textContent.trim()), items);
  const further = columnOf(link.closest("th")) && await cellItems(link.closest("th"));
  if (!further || rowMenu?.button !== button) return;
  const list = document.createElement("ul");
  rowMenu.menu.append(document.createElement("hr"), list);
  for (const item of further) list.appendChild(document.createElement("li")).append(item);
  placeMenu();
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
    button.setAttribute("aria-label", localized("Menu of {0}", link.textContent.trim()));
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

// `.` opens the menu of the cell or the line where one is; on a row's page its actions are in sight already.
function showRowMenu() {
  const cell = document.activeElement.closest("td[tabindex]");
  if (cell) return openCellMenu(cell);
  const row = document.activeElement.closest("table[data-row-menu] tbody tr");
  if (row) {
    addRowMenus();
    const button = one("button.row-more", row);
    if (button) openRowMenu(button);
    return;
  }
  one("main .head .acts a, main .head .acts button")?.focus();
}
