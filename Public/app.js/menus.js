// ---- Menus: close on Esc and on a click elsewhere ----

document.addEventListener("click", (event) => {
  for (const menu of all("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of all("details.menu[open]")) {
    menu.open = false;
    one("summary", menu).focus();
    event.preventDefault();
  }
});
