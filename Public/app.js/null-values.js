// ---- Values and NULL ----

// A value that is typed is meant: the box beside it gives way.
for (const form of all("form.edit")) {
  form.addEventListener("input", (event) => {
    const box = one("input[type=checkbox][name^='n.']", event.target.closest(".field") ?? form);
    if (box && box !== event.target && event.target.value !== "") box.checked = false;
  });
}
