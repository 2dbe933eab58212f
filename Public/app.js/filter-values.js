// ---- The form of a filter ----

// A line is a condition: a column, a comparison, and a value with suggestions in `list`.
function prepareLine(line, list) {
  const [column, comparison, value] = ["_column", "_op", "_value"].map((name) => one(`[name=${name}]`, line));
  // A boolean is chosen, other values are typed; the form holds the one that the column takes.
  const further = one("template", list.parentNode).content.cloneNode(true);
  const [box, choice] = ["input", "select"].map((kind) => value.matches(kind) ? value : one(`${kind}[name=_value]`, further));
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  let timer = null;

  async function suggest() {
    const asked = new URLSearchParams({ column: column.value, text: box.value.trim() }).toString();
    if (!column.value || list.dataset.asked === asked) return;
    list.dataset.asked = asked;
    try {
      const { values, names } = await ask(`${column.dataset.values}?${asked}`);
      if (list.dataset.asked !== asked) return;
      list.replaceChildren(...(values ?? []).map((value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return new Option(names?.[text] ?? "", text);
      }));
    } catch {
      // Not reachable now; the next time may be better.
      if (list.dataset.asked === asked) delete list.dataset.asked;
    }
  }

  // What is sent is what is seen: the server need not guess.
  one("[name=_preset]", line).remove();

  // Each type of column has its own comparisons, and its usual one until somebody chooses another.
  const offered = new Map(all("optgroup", comparison).map((group) => [group.dataset.type, [...group.children]]));
  let isChosen = false;
  // A day of the page's time zone, beside the text that can also have a time or an offset.
  const day = document.createElement("input");
  day.type = "date";
  day.className = "s-in";
  day.ariaLabel = localized("Pick a date");
  day.addEventListener("input", () => { if (day.value) box.value = day.value; });
  const showDay = () => { day.value = /^\d{4}-\d\d-\d\d/.exec(box.value)?.[0] ?? ""; };
  value.after(day);
  box.addEventListener("input", showDay);
  showDay();
  function showValue() {
    const { type } = column.selectedOptions[0].dataset;
    const isTyped = !/null/i.test(comparison.value);
    const [shown, other] = type === "boolean" ? [choice, box] : [box, choice];
    if (!line.contains(shown)) other.replaceWith(shown);
    box.hidden = choice.hidden = !isTyped;
    day.hidden = !isTyped || comparison.value === "in" || type !== "date";
    box.required = column.value && isTyped && !["equals", "not"].includes(comparison.value);
  }
  function offer(chosen) {
    const { type, usual } = column.selectedOptions[0].dataset;
    comparison.replaceChildren(...offered.get(type));
    comparison.value = chosen;
    if (comparison.selectedIndex < 0) comparison.value = usual;
    showValue();
  }
  offer(comparison.value);
  comparison.addEventListener("change", () => { isChosen = true; showValue(); });
  column.addEventListener("change", () => offer(isChosen ? comparison.value : ""));

  box.addEventListener("focus", suggest);
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 150);
  });
  column.addEventListener("change", suggest);
}

function prepareFilter(form) {
  const list = one("datalist", form);
  for (const button of all("[data-noscript]", form)) button.remove();
  // One more line is the first one with nothing chosen, and with how it is joined to the one before.
  const blank = one(".cond", form).cloneNode(true);
  for (const line of all(".cond", form)) prepareLine(line, list);
  one("[name=_lines]", form)?.addEventListener("click", (event) => {
    event.preventDefault();
    const [line, lines] = [blank.cloneNode(true), all(".cond", form)];
    const [join, none] = one("template", form).content.cloneNode(true).children;
    const column = one("[name=_column]", line);
    one("[name=_or]", line)?.remove();
    line.ariaLabel = line.ariaLabel.replace("1", lines.length + 1);
    line.prepend(join);
    column.prepend(none);
    column.value = one("[name=_value]", line).value = "";
    lines.at(-1).after(line);
    prepareLine(line, list);
    column.focus();
  });
}
for (const form of all(".fpop form")) prepareFilter(form);

const filterMenu = (page = document) => one(".tools > .menu:has(.fpop)", page);

// A filter is edited where one is added, without a new page, so that the list stays where it is.
document.addEventListener("click", async (event) => {
  const link = event.target.closest(".fchip > a:first-child");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const page = await load(link.href).catch(() => null);
  const [adding, editing] = [filterMenu(), page && filterMenu(page)];
  if (!editing || !adding) return location.assign(link.href);
  one("#filters:popover-open")?.hidePopover();
  adding.replaceWith(editing);
  prepareFilter(one("form", editing));
  one("[name=_value]", editing).focus();
  editing.addEventListener("toggle", () => {
    if (editing.open) return;
    editing.replaceWith(adding);
    // The filters may be behind their button again.
    (link.getClientRects().length ? link : one(".fmore")).focus();
  });
});
