// ---- Choosing sides in a conflict ----

for (const form of all("form[data-merge]")) {
  const marks = all(".undecided", form);
  // The marks of open columns, and how many there are, as the result is now.
  const count = () => {
    for (const mark of marks) {
      const row = mark.closest("tr");
      mark.hidden = one(":checked:not(option)", row) !== null || one(".own > *", row).value !== "";
    }
    const open = marks.filter((mark) => !mark.hidden).length;
    for (const place of all("[data-open]")) {
      const { none, one: single, many } = place.dataset;
      place.textContent = [none, single][open] ?? many.replace("{0}", written(open));
    }
  };
  form.addEventListener("input", count);
  addEventListener("pageshow", count);
  form.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    const row = event.target.closest("tr");
    for (const cell of all("td.on", row)) cell.classList.remove("on");
    event.target.closest("td")?.classList.add("on");
    // What somebody typed stays; what a side had filled in is replaced.
    const result = one("td.res .own input, td.res .own textarea, td.res .own select", row);
    const sides = all("input[type=radio]", row).map((radio) => radio.dataset.text);
    if (result && (result.value === "" || sides.includes(result.value))) {
      result.value = event.target.dataset.text;
      const empty = one("td.res input[type=checkbox]", row);
      if (empty) empty.checked = event.target.dataset.null === "1";
    }
    count();
  });
}

// ---- Applying a comparison: the button counts the rows that the chosen actions change ----

for (const button of all("button[data-applies]")) {
  const count = () => {
    const groups = all("fieldset[data-rows]:has(:checked:not([value=ignore]))", button.form);
    const rows = groups.reduce((sum, group) => sum + Number(group.dataset.rows), 0);
    const { none, one: single, many } = button.dataset;
    button.textContent = [none, single][rows] ?? many.replace("{0}", written(rows));
    button.disabled = rows === 0;
  };
  button.form.addEventListener("change", count);
  addEventListener("pageshow", count);
}
