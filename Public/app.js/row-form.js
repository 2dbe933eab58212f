// ---- Values and NULL ----

// A value that is typed is meant: the box beside it gives way.
for (const form of all("form.edit")) {
  form.addEventListener("input", (event) => {
    const box = one("input[type=checkbox][name^='n.']", event.target.closest(".field") ?? form);
    if (box && box !== event.target && event.target.value !== "") box.checked = false;
  });
}

// ---- Fields that were changed ----

const isChangedControl = (control) =>
  control.options ? control.selectedIndex !== Math.max(0, [...control.options].findIndex((option) => option.defaultSelected))
  : /checkbox|radio/.test(control.type) ? control.checked !== control.defaultChecked
  : control.value !== control.defaultValue;

// A field that differs shows the value before, which is in the page.
for (const form of all("form.edit")) {
  const marked = new Set(all(".field.changed", form));
  const output = one("[data-changes]", form);
  const showCount = () => {
    const boxes = all("input[type=checkbox]", form).filter((box) => !box.closest(".field") && isChangedControl(box));
    if (output) output.textContent = unsavedChanges(all(".field.changed", form).length + boxes.length);
  };
  form.addEventListener("input", (event) => {
    const field = event.target.closest(".field");
    const controls = field ? all("input:not([type=hidden]), select, textarea", field) : [];
    field?.classList.toggle("changed", marked.has(field) || controls.some(isChangedControl));
    showCount();
  });
  showCount();
}

function unsavedChanges(count) {
  if (count === 0) return "";
  return count === 1 ? localized("1 unsaved change") : localized("{0} unsaved changes", written(count));
}

// ---- Fields that name a row of another table ----

let suggestionTimer = null;

function showReference(box, name, isMissing = false) {
  const output = one(".ref", box.closest(".field, .celled, .for-ref"));
  if (!output) return;
  output.textContent = name;
  output.classList.toggle("missing", isMissing);
}

// What no row has is told once the field is left: until then it may be the beginning of a name.
async function suggestRows(box, isLeft) {
  const text = box.value.trim();
  const { rows: link, table, name } = box.dataset;
  const choice = () => [...box.list.options].find(({ value, label }) => value === text || label === text);
  if (text && !choice()) {
    const answer = await ask(`${link}?${new URLSearchParams({ view: "all", _text: text })}`).catch(() => null);
    if (!answer || box.value.trim() !== text) return;
    // A name is chosen where it is enough to find the row, else the id.
    box.list.replaceChildren(...answer.rows.map(({ id, deleted, values }) => {
      const title = values[name] ?? id;
      const isEnough = !deleted && /^\S.*$/.test(title)
        && answer.rows.every((other) => other.id === id || (other.id !== title && other.values[name] !== title));
      return isEnough ? new Option(id, title) : new Option(title, id);
    }));
    if (isLeft && !choice() && !answer.next) return showReference(box, localized("No row of {0} has the id or name “{1}”", table, text), true);
  }
  const chosen = text && choice();
  showReference(box, chosen ? (chosen.value === text ? chosen.label : chosen.value) : "");
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-rows]")) return;
  clearTimeout(suggestionTimer);
  suggestionTimer = setTimeout(suggestRows, 150, target);
});

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-rows]")) {
    clearTimeout(suggestionTimer);
    suggestRows(target, true);
  }
  // The column of a bulk edit says which rows its value can name.
  const box = target.id === "b-column" && one("#b-ref");
  if (!box) return;
  Object.assign(box.dataset, target.selectedOptions[0].dataset);
  box.value = "";
  box.list.replaceChildren();
  showReference(box, "");
});

// ---- The section that is read, in the list of a page's sections ----

const sectionLinks = all(".toc a");
const sectionHeads = sectionLinks.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));

function markSection() {
  const passed = sectionHeads.findLastIndex((head) => head.getBoundingClientRect().top < 160);
  // The last ones cannot be scrolled as far up: there the one that was asked for counts.
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const asked = sectionLinks.findIndex((link) => link.hash === location.hash);
  const current = isAtEnd ? Math.max(asked, passed) : Math.max(passed, 0);
  sectionLinks.forEach((link, place) => {
    if (place === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

if (sectionLinks.length) {
  for (const event of ["scroll", "resize", "hashchange"]) addEventListener(event, markSection, { passive: true });
  markSection();
}
