// ---- Selection: counts on the buttons, ranges with Shift, one box for the page ----

for (const bar of all(".selbar[data-selection]")) {
  const form = bar.closest("form");
  const boxes = form ? all("tbody .tick input[type=checkbox]:not(:disabled)", form) : [];
  if (boxes.length > 0) setUpSelection(bar, form, boxes);
}

function setUpSelection(bar, form, boxes) {
  const label = one(":scope > b", bar);
  const buttons = all(".acts button", bar);
  const page = document.createElement("input");
  page.type = "checkbox";
  page.setAttribute("aria-label", bar.dataset.selection.replace("{0}", boxes.length));
  const pageLabel = document.createElement("label");
  pageLabel.append(page);
  one("thead th.tick", form)?.replaceChildren(pageLabel);
  label.setAttribute("aria-live", "polite");
  let last = null;

  function show() {
    const count = boxes.filter((box) => box.checked).length;
    page.checked = count === boxes.length;
    page.indeterminate = count > 0 && count < boxes.length;
    for (const button of buttons) {
      const { one: caption, many } = button.dataset;
      button.textContent = (count === 1 ? caption : many).replace("{0}", written(count));
    }
    label.textContent = localized("{0} selected", written(count));
  }

  function select(isSelected) {
    for (const box of boxes) box.checked = isSelected;
    show();
  }

  // Clearing needs no new page.
  const clear = all(":scope > a", bar).find((link) => !new URL(link.href).searchParams.has("_pick"))
    ?? label.parentElement.insertBefore(document.createElement("a"), one(".acts", bar));
  clear.textContent = localized("Clear");
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
