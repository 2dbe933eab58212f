// ---- Suggestions for a filter ----

function prepareFilter(column) {
  const list = one("#values");
  const box = list && one(`[list="${list.id}"]`);
  let known = "";
  let timer = null;
  for (const button of all("[data-noscript]", column.form)) button.remove();

  async function suggest() {
    const asked = new URLSearchParams({ column: column.value, text: box.value.trim() }).toString();
    if (known === asked) return;
    known = asked;
    try {
      const { values, names } = await ask(`${column.dataset.values}?${asked}`);
      list.replaceChildren(...(values ?? []).map((value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return new Option(names?.[text] ?? "", text);
      }));
    } catch {
      known = ""; // Not reachable now; the next time may be better.
    }
  }

  // What is sent is what is seen: the server need not guess.
  one("[name=_preset]", column.form)?.remove();

  // Each type of column has its own comparisons, and its usual one until somebody chooses another.
  const comparison = one("select[name=_op]", column.form);
  const offered = new Map(all("optgroup", comparison ?? column).map((group) => [group.dataset.type, [...group.children]]));
  let isChosen = false;
  // A day of the page's time zone, beside the text that can also have a time or an offset.
  const day = document.createElement("input");
  day.type = "date";
  day.className = "s-in";
  day.ariaLabel = localized("Pick a date");
  day.addEventListener("input", () => { if (day.value) box.value = day.value; });
  const showDay = () => { day.value = /^\d{4}-\d\d-\d\d/.exec(box.value)?.[0] ?? ""; };
  box.after(day);
  box.addEventListener("input", showDay);
  showDay();
  function showValue() {
    const isTyped = !/null/i.test(comparison.value);
    box.hidden = !isTyped;
    day.hidden = !isTyped || comparison.value === "in" || column.selectedOptions[0].dataset.type !== "date";
    box.required = isTyped && !["equals", "not"].includes(comparison.value);
  }
  function offer(chosen) {
    const { type, usual } = column.selectedOptions[0].dataset;
    comparison.replaceChildren(...offered.get(type));
    comparison.value = chosen;
    if (comparison.selectedIndex < 0) comparison.value = usual;
    showValue();
  }
  if (comparison) {
    offer(comparison.value);
    comparison.addEventListener("change", () => { isChosen = true; showValue(); });
    column.addEventListener("change", () => offer(isChosen ? comparison.value : ""));
  }

  box?.addEventListener("focus", suggest);
  box?.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 150);
  });
  column.addEventListener("change", suggest);
}
for (const column of all("select[data-values]")) prepareFilter(column);

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
  prepareFilter(one("select[data-values]", editing));
  one("[name=_value]", editing).focus();
  editing.addEventListener("toggle", () => {
    if (editing.open) return;
    editing.replaceWith(adding);
    // The filters may be behind their button again.
    (link.getClientRects().length ? link : one(".fmore")).focus();
  });
});
