// ---- Suggestions of the jump box ----

for (const box of all("#jump")) {
  const list = document.createElement("ul");
  let timer = null;
  let asked = "";
  list.id = "jump-found";
  list.role = "listbox";
  list.ariaLabel = "Suggestions";
  list.hidden = true;
  box.after(list);
  box.role = "combobox";
  box.autocomplete = "off";
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-autocomplete", "list");
  box.ariaExpanded = "false";

  const marked = () => one("[aria-selected=true]", list);

  function show(isShown) {
    list.hidden = !isShown;
    box.ariaExpanded = `${isShown}`;
    if (!isShown) mark(null);
  }

  function mark(option) {
    marked()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  }

  function option(found, index) {
    const item = document.createElement("li");
    const [kind, name, place] = ["small", "b", "span"].map((tag) => document.createElement(tag));
    [kind.textContent, name.textContent, place.textContent] = [found.kind, found.label, found.place];
    item.id = `jump-${index}`;
    item.role = "option";
    item.dataset.url = found.url;
    item.dataset.id = found.id;
    item.ariaSelected = "false";
    item.append(kind, " ", name, " ", place);
    return item;
  }

  async function suggest(text) {
    asked = text;
    try {
      const { results } = await ask(`${box.form.action}.json?q=${encodeURIComponent(text)}`);
      // Typed on meanwhile, or left.
      if (text !== asked || document.activeElement !== box) return;
      list.replaceChildren(...(results ?? []).slice(0, 12).map(option));
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
  // Enter opens what is marked; with nothing marked, the server says what was meant.
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (Object.hasOwn(steps, event.key)) {
      event.preventDefault();
      const options = [...list.children];
      const now = options.indexOf(marked());
      const from = now < 0 && event.key === "ArrowUp" ? 0 : now;
      mark(options.at((from + steps[event.key]) % options.length));
    } else if (event.key === "Enter" && marked()) {
      event.preventDefault();
      location.assign(marked().dataset.url);
    } else if (event.key === "Escape") {
      event.preventDefault();
      show(false);
    }
  });
  box.addEventListener("blur", () => show(false));
  // Before the box loses the focus.
  list.addEventListener("mousedown", (event) => {
    const chosen = event.target.closest("[role=option]");
    event.preventDefault();
    if (chosen && event.button === 0) location.assign(chosen.dataset.url);
  });
}
