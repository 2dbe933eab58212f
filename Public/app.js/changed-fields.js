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
