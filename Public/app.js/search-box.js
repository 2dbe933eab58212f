// ---- Suggestions of the search box ----

for (const box of all("#jump")) {
  const list = document.createElement("ul");
  let timer = null;
  let asked = "";
  list.id = "jump-found";
  list.ariaLabel = "Suggestions";
  list.hidden = true;
  box.after(list);
  box.ariaExpanded = "false";
  // With nothing marked, Enter sends the form: the server finds what was meant.
  const { mark } = combobox(box, list, (option) => location.assign(option.dataset.url));

  function show(isShown) {
    list.hidden = !isShown;
    box.ariaExpanded = `${isShown}`;
    if (!isShown) mark(null);
  }

  async function suggest(text) {
    asked = text;
    try {
      const results = await searchFor(text);
      // Typed on meanwhile, or left.
      if (text !== asked || document.activeElement !== box) return;
      list.replaceChildren(...results.slice(0, 12).map((found, index) => searchOption(found, `jump-${index}`)));
      show(list.childElementCount > 0);
    } catch {
      // Not reachable now; Enter asks again.
    }
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    const text = box.value.trim();
    asked = "";
    show(false);
    if (text.length >= 2) timer = setTimeout(() => suggest(text), 150);
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden || event.key !== "Escape") return;
    event.preventDefault();
    show(false);
  });
  box.addEventListener("blur", () => show(false));
}
