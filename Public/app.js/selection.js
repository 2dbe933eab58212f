// ---- Selection: counts on the buttons, ranges with Shift, one box for the page ----

for (const bar of all(".selbar[data-selection]")) {
  const form = bar.closest("form");
  const boxes = form ? all("tbody .tick input[type=checkbox]:not(:disabled)", form) : [];
  if (boxes.length > 0) setUpSelection(bar, form, boxes);
}

function setUpSelection(bar, form, boxes) {
  const things = bar.dataset.selection;
  const label = one(":scope > b", bar);
  const buttons = all(".acts button", bar);
  const verbs = buttons.map((button) =>
    button.dataset.verb ?? button.textContent.trim().split(/\s+/)[0].replace("…", ""));
  const endings = buttons.map((button) => (button.textContent.trim().endsWith("…") ? "…" : ""));
  const page = document.createElement("input");
  page.type = "checkbox";
  page.setAttribute("aria-label", `Select all ${boxes.length} ${things} on this page`);
  const pageLabel = document.createElement("label");
  pageLabel.append(page);
  one("thead th.tick", form)?.replaceChildren(pageLabel);
  label.setAttribute("aria-live", "polite");
  let last = null;

  function show() {
    const count = boxes.filter((box) => box.checked).length;
    page.checked = count === boxes.length;
    page.indeterminate = count > 0 && count < boxes.length;
    buttons.forEach((button, index) => {
      const noun = button.dataset.verb ? ` ${count === 1 ? things.slice(0, -1) : things}` : "";
      button.textContent = `${verbs[index]} ${count}${noun}${endings[index]}`;
    });
    label.textContent = `${count} selected`;
  }

  function select(isSelected) {
    for (const box of boxes) box.checked = isSelected;
    show();
  }

  // Clearing needs no new page.
  const clear = all(":scope > a", bar).find((link) => link.textContent === "Clear")
    ?? label.parentElement.insertBefore(document.createElement("a"), one(".acts", bar));
  clear.textContent = "Clear";
  clear.href = "#list";
  clear.addEventListener("click", (event) => {
    event.preventDefault();
    select(false);
    page.focus();
  });

  boxes.forEach((box, index) => {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last !== null) {
        const [from, to] = [Math.min(last, index), Math.max(last, index)];
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = index;
      show();
    });
  });
  page.addEventListener("change", () => select(page.checked));
  // A page that comes back from history brings its selection along.
  addEventListener("pageshow", show);
  show();
}
