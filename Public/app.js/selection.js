// ---- Selection: each button counts the lines that it changes, ranges with Shift, one box for the page ----

const clearings = [];
// A bar, or a form whose button says how much is selected.
for (const place of all("[data-selection]")) {
  const form = place.closest("form");
  const boxes = form ? all(":is(tbody, ol) .tick input[type=checkbox]:not(:disabled)", form) : [];
  if (boxes.length > 0) setUpSelection(place, form, boxes);
}

function clearSelection() {
  if (!one("dialog[open], :popover-open")) clearings.forEach((clear) => clear());
}

function setUpSelection(place, form, boxes) {
  const label = one(":scope > b", place);
  const buttons = all("button[data-many]", place);
  const page = document.createElement("input");
  page.type = "checkbox";
  page.setAttribute("aria-label", place.dataset.selection.replace("{0}", boxes.length));
  const pageLabel = document.createElement("label");
  pageLabel.append(page);
  one("thead th.tick", form)?.replaceChildren(pageLabel);
  let last = null;

  function show() {
    const selected = boxes.filter((box) => box.checked);
    const count = selected.length;
    page.checked = count === boxes.length;
    page.indeterminate = count > 0 && count < boxes.length;
    for (const button of buttons) {
      const { one: caption, many, lines } = button.dataset;
      const meant = lines ? selected.filter((box) => box.closest("tr, li").matches(lines)).length : count;
      button.textContent = (meant === 1 ? caption : many).replace("{0}", written(meant));
      button.hidden = count > 0 && meant === 0;
    }
    if (label) label.textContent = localized("{0} selected", written(count));
  }

  function select(isSelected) {
    for (const box of boxes) box.checked = isSelected;
    show();
  }

  // Clearing needs no new page.
  function setUpClearing() {
    one(":scope > [type=reset]", place)?.remove();
    label.setAttribute("aria-live", "polite");
    const clear = all(":scope > a", place).find((link) => !new URL(link.href).searchParams.has("_pick"))
      ?? place.insertBefore(document.createElement("a"), one(".acts", place));
    clear.textContent = localized("Clear");
    clear.href = "#list";
    clear.addEventListener("click", (event) => {
      event.preventDefault();
      select(false);
      (page.isConnected ? page : boxes[0]).focus();
    });
  }
  if (label) setUpClearing();
  clearings.push(() => select(false));

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
