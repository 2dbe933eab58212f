// ---- Suggestions for a filter -------------------------------------------------------------------

for (const column of all("select[data-values]")) {
  const list = one("#values");
  const box = list && one(`[list="${list.id}"]`);
  let known = "";
  for (const button of all("[data-noscript]", column.form)) button.remove();

  async function suggest() {
    if (known === column.value) return;
    known = column.value;
    try {
      const { values } = await ask(`${column.dataset.values}?column=${encodeURIComponent(known)}`);
      list.replaceChildren(...(values ?? []).map((value) => {
        const option = document.createElement("option");
        option.value = typeof value === "string" ? value : JSON.stringify(value);
        return option;
      }));
    } catch {
      known = ""; // Not reachable now; the next time may be better.
    }
  }

  // Each type of column has its usual comparison, until somebody chooses another one.
  const comparison = one("select[name=_op]", column.form);
  let isChosen = false;
  comparison?.addEventListener("change", () => { isChosen = true; });
  column.addEventListener("change", () => {
    const usual = column.selectedOptions[0]?.dataset.usual;
    if (comparison && usual && !isChosen) comparison.value = usual;
  });

  box?.addEventListener("focus", suggest);
  column.addEventListener("change", suggest);
}
