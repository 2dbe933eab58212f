// ---- Ticks: counts on the buttons, ranges with Shift, one box for the page ----

for (const bar of all(".bulk")) {
  const form = bar.closest("form") ?? one("form:has(.tick input)", bar.parentElement);
  const boxes = form ? all("tbody .tick input[type=checkbox]:not(:disabled)", form) : [];
  const buttons = all("button", bar);
  // A bar for all matching rows has forms of its own, and no box belongs to it.
  if (boxes.length === 0 || one("form", bar)) continue;
  setUpTicks(bar, form, boxes, buttons);
}

function setUpTicks(bar, form, boxes, buttons) {
  const thing = bar.dataset.bulk ?? "rows";
  const words = one(":scope > span", bar);
  const before = words.cloneNode(true);
  const verbs = buttons.map((button) =>
    button.dataset.verb ?? button.textContent.trim().split(/\s+/)[0].replace("…", ""));
  const endings = buttons.map((button) => (button.textContent.trim().endsWith("…") ? "…" : ""));
  const page = document.createElement("input");
  page.type = "checkbox";
  page.setAttribute("aria-label", `Tick all ${boxes.length} ${thing} of this page`);
  one("thead th.tick", form)?.replaceChildren(page);
  let last = null;

  function show() {
    const count = boxes.filter((box) => box.checked).length;
    page.checked = count === boxes.length;
    page.indeterminate = count > 0 && count < boxes.length;
    bar.classList.toggle("none", count === 0);
    buttons.forEach((button, index) => {
      const noun = button.dataset.verb ? ` ${count === 1 ? thing.slice(0, -1) : thing}` : "";
      button.textContent = `${verbs[index]} ${count ? count + noun : "ticked"}${endings[index]}`;
      button.disabled = count === 0;
    });
    if (count === 0) {
      words.replaceChildren(...before.cloneNode(true).childNodes);
    } else {
      const strong = document.createElement("b");
      strong.textContent = `${count} ticked`;
      const links = all("a", before).filter((link) => /^Select all/.test(link.textContent));
      words.replaceChildren(strong, " on this page. ", ...links.map((link) => link.cloneNode(true)));
    }
  }

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
  page.addEventListener("change", () => {
    for (const box of boxes) box.checked = page.checked;
    show();
  });
  // A page that comes back from history brings its ticks along.
  addEventListener("pageshow", show);
  show();
}
