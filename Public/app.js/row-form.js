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
  /checkbox|radio/.test(control.type) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;

for (const form of all("form.edit")) {
  const marked = new Set(all(".field.changed", form));
  form.addEventListener("input", (event) => {
    const field = event.target.closest(".field");
    const controls = field ? all("input:not([type=hidden]), textarea", field) : [];
    field?.classList.toggle("changed", marked.has(field) || controls.some(isChangedControl));
  });
}
