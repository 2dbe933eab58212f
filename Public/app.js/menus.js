// ---- Menus: close on Esc and on a click elsewhere ----

document.addEventListener("click", (event) => {
  for (const menu of all("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// A menu that the page comes without is loaded when it is opened.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-menu]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const page = await load(link.href).catch(() => null);
  const menu = page && one(`#${link.dataset.menu}`, page);
  if (!menu) return location.assign(link.href);
  link.replaceWith(menu);
  one("summary", menu).focus();
  // What it shows may be different the next time.
  menu.addEventListener("toggle", () => {
    if (menu.open) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.replaceWith(link);
    if (hadFocus) link.focus();
  });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of all("details.menu[open]")) {
    menu.open = false;
    one("summary", menu).focus();
    event.preventDefault();
  }
});

// ---- Tabs: the current one is in sight where they scroll ----

for (const tab of all(".tabs > [aria-current]")) {
  const tabs = tab.parentElement;
  tabs.scrollLeft = tab.offsetLeft + (tab.offsetWidth - tabs.clientWidth) / 2;
}
