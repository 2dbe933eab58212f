// ---- Messages after an action ----

// Changes what stands above a list while its rows stay where they are.
function keepRows(change) {
  const top = () => one("#lines")?.getBoundingClientRect().top ?? 0;
  const before = top();
  change();
  if (one("#list")) one("#list").scrollTop += top() - before;
}

function setUpMessage(flash) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn quiet s";
  close.dataset.close = "";
  close.textContent = localized("Close");
  const remove = () => {
    if (flash.contains(document.activeElement)) one("main")?.focus({ preventScroll: true });
    keepRows(() => flash.remove());
  };
  // Its place stays, so that the list below does not move.
  const vacate = () => {
    if (getComputedStyle(flash).position === "fixed") return remove();
    flash.replaceChildren();
    flash.classList.add("gone");
  };
  close.addEventListener("click", remove);
  one(".acts", flash).append(close);
  // Trouble stays until it is closed; the rest goes, unless somebody is on its way to Undo.
  if (!flash.classList.contains("good")) return;
  const leave = () => {
    if (flash.matches(":hover, :focus-within")) setTimeout(leave, 5000);
    else vacate();
  };
  setTimeout(leave, 30000);
}

// A button of a message leads back to the list: its rows stay where they were.
const scrolledList = one("#lines")?.closest(".grid");
addEventListener("submit", ({ target }) => {
  if (scrolledList && target.closest("[data-flash]")) {
    sessionStorage.setItem("scrolled", JSON.stringify([location.pathname, scrolledList.scrollTop, scrollY]));
  }
});
const [listPath, listTop, pageTop] = JSON.parse(sessionStorage.getItem("scrolled") ?? "[]");
sessionStorage.removeItem("scrolled");
if (scrolledList && listPath === location.pathname) {
  scrolledList.scrollTop = listTop;
  scrollTo(0, pageTop);
}

for (const flash of all("[data-flash]")) {
  setUpMessage(flash);
  // After an action the focus is at its message, never lost at the top of the page.
  if (one("[autofocus]") || document.activeElement !== document.body) continue;
  flash.tabIndex = -1;
  flash.focus({ preventScroll: true });
}

// Only what changes in a region is read out: a new one gets its words a moment after it is shown.
function fillLater(status, then) {
  const parts = [...status.childNodes];
  status.replaceChildren();
  setTimeout(() => keepRows(() => {
    status.append(...parts);
    then?.();
  }), 100);
}

// The message of an answer that was loaded, in place of the one before it.
function showMessage(flash) {
  const earlier = one("[data-flash]");
  if (!flash) return keepRows(() => earlier?.remove());
  fillLater(flash, () => setUpMessage(flash));
  flash.classList.toggle("over", !earlier || earlier.matches(".over"));
  keepRows(() => {
    if (earlier) earlier.replaceWith(flash);
    else one(".bars").append(flash);
  });
}
