// ---- Messages after an action ----

function setUpMessage(flash) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn quiet s";
  close.dataset.close = "";
  close.textContent = localized("Close");
  const remove = () => {
    if (flash.contains(document.activeElement)) one("main")?.focus({ preventScroll: true });
    flash.remove();
  };
  close.addEventListener("click", remove);
  one(".acts", flash).append(close);
  // Trouble stays until it is closed; the rest goes, unless somebody is on its way to Undo.
  if (!flash.classList.contains("good")) return;
  const leave = () => {
    if (flash.matches(":hover, :focus-within")) setTimeout(leave, 5000);
    else remove();
  };
  setTimeout(leave, 30000);
}

for (const flash of all("[data-flash]")) {
  setUpMessage(flash);
  // After an action the focus is at its message, never lost at the top of the page.
  if (one("[autofocus]") || document.activeElement !== document.body) continue;
  flash.tabIndex = -1;
  flash.focus({ preventScroll: true });
}

// The message of an answer that was loaded, in place of the one before it; it gets its words a moment
// later, since only what changes in a region is read out.
function showMessage(flash) {
  for (const earlier of all("[data-flash]")) earlier.remove();
  if (!flash) return;
  const parts = [...flash.childNodes];
  flash.replaceChildren();
  one(".bars").append(flash);
  setTimeout(() => {
    flash.append(...parts);
    setUpMessage(flash);
  }, 100);
}
