// ---- Choosing sides in a conflict ----

for (const form of all("form[data-merge]")) {
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
  });
}
