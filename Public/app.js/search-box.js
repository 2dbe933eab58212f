// ---- A text box with a list of options, as the search box and the command palette have it ----

// The arrows mark an option; Enter and a click choose it. Enter with nothing marked is left to others.
function combobox(box, list, choose) {
  list.role = "listbox";
  box.role = "combobox";
  box.autocomplete = "off";
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-autocomplete", "list");

  const options = () => all("[role=option]", list);
  const marked = () => one("[aria-selected=true]", list);

  function mark(option) {
    marked()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  }

  function step(by) {
    const found = options();
    const now = found.indexOf(marked());
    const from = now < 0 && by < 0 ? 0 : now;
    if (found.length > 0) mark(found.at((from + by) % found.length));
  }

  box.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (Object.hasOwn(steps, event.key)) {
      event.preventDefault();
      step(steps[event.key]);
    } else if (event.key === "Enter" && marked()) {
      event.preventDefault();
      choose(marked(), event);
    }
  });
  // Before the box loses the focus.
  list.addEventListener("mousedown", (event) => {
    const chosen = event.target.closest("[role=option]");
    event.preventDefault();
    if (chosen && event.button === 0) choose(chosen, event);
  });
  return { mark };
}

// What kinds of results are called.
const kindNames = {
  action: localized("action"), page: localized("page"), recent: localized("recent"), search: localized("search"),
  row: localized("row"), table: localized("table"), filter: localized("filter"), operation: localized("operation"),
  error: localized("error"), run: localized("run"), store: localized("store"),
};

// What the search found, as a list has it: kind, name, and place after the id of a row with another name.
function searchOption(found, id) {
  const item = document.createElement("li");
  const [kind, name, place] = ["small", "b", "span"].map((tag) => document.createElement(tag));
  const isNamed = found.kind === "row" && found.id !== found.label;
  [kind.textContent, name.textContent, place.textContent] =
    [kindNames[found.kind] ?? found.kind, found.label, isNamed ? `${found.id} · ${found.place}` : found.place];
  item.id = id;
  item.role = "option";
  item.dataset.url = found.url;
  item.dataset.id = found.id;
  item.ariaSelected = "false";
  item.append(kind, " ", name, " ", place);
  return item;
}

const searchFor = async (text) => (await ask(`${one("#jump").form.action}.json?q=${encodeURIComponent(text)}`)).results ?? [];

// ---- Suggestions of the search box ----

for (const box of all("#jump")) {
  const list = document.createElement("ul");
  let timer = null;
  let asked = "";
  list.id = "jump-found";
  list.ariaLabel = localized("Suggestions");
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

  // On a phone the box opens when its button is pressed. Without text there is nothing to search for.
  const enter = (event) => {
    if (box.value.trim()) return;
    event.preventDefault();
    box.focus();
  };
  one("button", box.form).addEventListener("mousedown", enter);
  box.form.addEventListener("submit", enter);
}
