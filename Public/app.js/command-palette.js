// ---- Recent places: the pages that this tab has shown ----

// Of this tab alone and as long as it is open, since titles hold names of rows.
const recentPlaces = () => {
  try { return JSON.parse(sessionStorage.getItem("recent")) ?? []; } catch { return []; }
};

// The title without what comes and goes: that syncing fails or is off, and what needs attention.
function placeName() {
  const parts = document.title.slice(statusWords(one("#nav")).length).replace(/ – Syncline$/, "").split(" – ");
  // The store is last. On its overview and on a table's list the page's own name may have the count.
  const store = location.pathname.includes("/s/") ? parts.length - 1 : null;
  const own = /\/s\/[^/]+(\/t\/[^/]+)?$/.test(location.pathname) ? store - 1 : null;
  return parts.map((part, index) => (index === store || index === own ? withoutTrouble(part) : part)).join(" – ");
}

(() => {
  const place = { label: placeName(), url: location.pathname + location.search };
  const status = performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200;
  try {
    // Signed out: the places are forgotten.
    if (!one("#nav")) sessionStorage.removeItem("recent");
    else if (status < 400) {
      const others = recentPlaces().filter(({ url }) => url !== place.url);
      sessionStorage.setItem("recent", JSON.stringify([place, ...others].slice(0, 20)));
    }
  } catch { /* Not kept then. */ }
})();

// ---- Command palette: actions of this page, pages, recent places, and what the search finds ----

const palette = (() => {
  if (!one("#jump")) return null;
  let parts = null;
  let asked = null;
  let count = 0;

  // How well a name fits: 0 begins with the text, 1 a word of it does, 2 holds it; null when it does not.
  function rank(label, text) {
    const name = label.toLowerCase();
    if (name.startsWith(text)) return 0;
    if (!name.includes(text)) return null;
    return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)) ? 1 : 2;
  }

  const fitting = (found, text) => found
    .map((option) => ({ ...option, rank: rank(option.label, text) }))
    .filter((option) => option.rank !== null)
    .sort((one, other) => one.rank - other.rank);

  const isShown = (element) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
  // Also what is in a menu that is closed.
  const canBeUsed = (element) => {
    const menu = element.closest("details:not([open])");
    return !element.disabled && element.ariaDisabled !== "true" && (isShown(element) || isShown(menu && one("summary", menu)));
  };
  const textOf = (element) => {
    const group = element.matches("[name=theme]") ? `${element.parentElement.ariaLabel}: ` : "";
    return group + (element.ariaLabel ?? (element.closest(".conn") ? element.title : element.textContent)).replace(/\s+/g, " ").trim();
  };

  // The first of each name.
  function distinct(options) {
    const labels = new Set();
    return options.filter(({ label }) => label && !labels.has(label) && labels.add(label));
  }

  // Buttons and links of the page, without the buttons that delete, then those of the frame.
  const pageActions = () => distinct(
    ["main .acts :is(a.btn, button):not(.pop *)", "main .acts .pop :is(a, button)", ".top .conn button, .top .user :is(a, .acts button)"]
      .flatMap((selector) => all(selector))
      .filter((element) => !element.closest("tbody, .pager, dialog") && !element.matches("button.danger") && canBeUsed(element))
      .map((element) => ({ kind: "action", label: textOf(element), place: "", element })));

  const pages = () => all("#nav a").map((link) => ({
    kind: "page", label: textOf(one("span", link) ?? link), place: "", url: link.href,
  }));

  const recent = () => distinct(recentPlaces()
    .filter(({ url }) => url !== location.pathname + location.search)
    .map((place) => ({ kind: "recent", place: "", ...place })));

  function choose(option, event) {
    const { element, url } = option.found;
    const address = element?.href ?? url;
    if (address && (event.ctrlKey || event.metaKey)) {
      window.open(address, "_blank", "noopener");
      return;
    }
    parts.dialog.close();
    if (element) element.click();
    else location.assign(url);
  }

  const icons = {
    action: "play", recent: "clock", page: "panel", search: "search", row: "table", table: "table", filter: "filter",
    operation: "queue", error: "alert", run: "sync", store: "store",
  };
  // What was typed, without the sign for actions.
  const typedText = () => parts.box.value.trim().replace(/^>/, "").trim();

  function markText(name, text) {
    const start = name.textContent.toLowerCase().indexOf(text.toLowerCase());
    if (!text || start < 0) return;
    const range = new Range();
    range.setStart(name.firstChild, start);
    range.setEnd(name.firstChild, Math.min(start + text.length, name.firstChild.length));
    range.surroundContents(document.createElement("mark"));
  }

  function addGroup(name, found, className = "") {
    if (found.length === 0) return;
    const group = document.createElement("ul");
    const heading = document.createElement("li");
    group.role = "group";
    group.className = className;
    group.ariaLabel = heading.textContent = name;
    heading.role = "presentation";
    group.append(heading, ...found.map((option) => {
      count += 1;
      const item = searchOption(option, `palette-${count}`);
      item.found = option;
      if (option.kind !== "search" && option.kind !== "filter") markText(one("b", item), typedText());
      item.prepend(icon(icons[option.kind] ?? "right"));
      return item;
    }));
    // The search page comes last.
    parts.list.insertBefore(group, one(".search", parts.list));
  }

  // Options of this page are shown at once, and search results are added to them. The first match is marked, and
  // stays so; the search page only where nothing matches.
  function update() {
    const typed = parts.box.value.trim();
    const onlyActions = typed.startsWith(">");
    const text = typedText();
    const lower = text.toLowerCase();
    parts.list.replaceChildren();
    addGroup(localized("Actions on this page"), fitting(pageActions(), lower).slice(0, onlyActions ? 99 : 8));
    if (!onlyActions) {
      addGroup(localized("Recent"), fitting(recent(), lower).slice(0, 5));
      addGroup(localized("Pages"), fitting(pages(), lower).slice(0, text ? 5 : 12));
      if (text) {
        const url = `${one("#jump").form.action}?list=1&q=${encodeURIComponent(text)}`;
        const label = localized("Search for “{0}”", text);
        addGroup(localized("Search"), [{ kind: "search", label, place: "", url }], "search");
      }
    }
    parts.mark(typed ? one("[role=option]", parts.list) : null);
    find(text, onlyActions);
  }

  function find(text, onlyActions) {
    clearTimeout(asked?.timer);
    const request = { text };
    asked = request;
    if (text.length < 2) return;
    request.timer = setTimeout(async () => {
      try {
        const results = await searchFor(text);
        if (asked !== request) return;
        const known = new Set(all("[role=option]", parts.list).map(({ found }) => new URL(found.url ?? found.element.href, location.href).href));
        const others = results.filter(({ url }) => !known.has(new URL(url, location.href).href));
        const rows = others.filter(({ kind }) => kind === "row" || kind === "filter");
        const isOnlySearch = one("[aria-selected=true]", parts.list)?.closest(".search");
        addGroup(localized("Actions"), others.filter(({ kind }) => kind === "action"));
        if (!onlyActions) {
          const mixed = others.filter((found) => found.kind !== "action" && !rows.includes(found));
          const showRows = () => addGroup(localized("Rows"), rows.slice(0, 12));
          const rowsFit = rows.length > 0 && others.find(({ kind }) => kind !== "action") === rows[0];
          if (rowsFit) showRows();
          addGroup(localized("Tables, operations and more"), mixed, "mixed");
          if (!rowsFit) showRows();
        }
        if (isOnlySearch) parts.mark(one("[role=option]", parts.list));
      } catch {
        // The server can’t be reached; the option that opens the search page stays.
      }
    }, 120);
  }

  function make() {
    const dialog = document.createElement("dialog");
    const [line, list, keys] = ["div", "div", "p"].map((tag) => document.createElement(tag));
    const box = document.createElement("input");
    dialog.className = "palette";
    dialog.ariaLabel = localized("Command palette");
    box.type = "search";
    box.ariaLabel = localized("Search rows, pages and actions");
    box.placeholder = localized("Search or jump to…");
    box.ariaExpanded = "true";
    list.id = "palette-found";
    list.ariaLabel = localized("Results");
    [line.className, list.className, keys.className] = ["q", "res", "pf"];
    for (const [key, name] of [
      ["↑ ↓", localized("move")], [localized("Enter"), localized("open")],
      [localized("Ctrl Enter"), localized("new tab")], [">", localized("actions only")],
      [localized("Esc"), localized("close")],
    ]) {
      const [part, cap] = ["span", "kbd"].map((tag) => document.createElement(tag));
      cap.textContent = key;
      part.append(cap, ` ${name}`);
      keys.append(part);
    }
    line.append(icon("search"), box);
    dialog.append(line, list, keys);
    document.body.append(dialog);
    box.addEventListener("input", update);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    return { dialog, box, list, ...combobox(box, list, choose) };
  }

  return {
    isOpen: () => parts?.dialog.open ?? false,
    open() {
      parts ??= make();
      if (!parts.dialog.open) parts.dialog.showModal();
      parts.box.value = "";
      parts.box.focus();
      update();
    },
  };
})();
