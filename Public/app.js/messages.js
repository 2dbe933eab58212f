// ---- Messages after an action ----

for (const flash of all("[data-flash]")) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn quiet s";
  close.dataset.close = "";
  close.textContent = "Close";
  const remove = () => {
    if (flash.contains(document.activeElement)) one("main")?.focus({ preventScroll: true });
    flash.remove();
  };
  close.addEventListener("click", remove);
  one(".acts", flash).append(close);
  // After an action the focus is at its message, never lost at the top of the page.
  if (!one("[autofocus]") && document.activeElement === document.body) {
    flash.tabIndex = -1;
    flash.focus({ preventScroll: true });
  }
  // Trouble stays until it is closed; the rest goes, unless somebody is on its way to Undo.
  if (!flash.classList.contains("good")) continue;
  const leave = () => {
    if (flash.matches(":hover, :focus-within")) setTimeout(leave, 5000);
    else remove();
  };
  setTimeout(leave, 30000);
}
