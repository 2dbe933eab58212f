// ---- A cell that is edited in place, with the field of the row's form ----

let isOpeningCell = false;

async function editCell(cell) {
  const row = cell.closest("tr");
  const column = columnOf(cell);
  const isEditable = "edits" in row.closest("table").dataset && !row.matches(".r-deleted");
  if (!isEditable || !column || isOpeningCell || one(".celled")) return;
  const link = rowLink(row);
  const address = `${link.pathname}/edit`;
  isOpeningCell = true;
  const page = await load(address).catch(() => null);
  isOpeningCell = false;
  const form = page && one("#row-form", page);
  const field = form && fieldOf(form, column);
  // A staged change has values of other columns too.
  if (!field || one("[name=staged]", form)) return location.assign(address + link.search);
  openCellEditor({ cell, column, title: link.textContent.trim(), form, address: address + link.search, field });
}

// The box, area or choice of a column.
function fieldOf(form, column) {
  const found = form.elements.namedItem(`v.${column}`);
  return (found?.closest ? found : found?.[0])?.closest(".field");
}

function openCellEditor(edit) {
  const { cell, column, title, field } = edit;
  const box = document.createElement("div");
  box.className = "celled";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", cellName(column, title));
  const parts = one(".inp, .acts", field);
  edit.controls = all("input, textarea", parts);
  for (const control of edit.controls) {
    control.removeAttribute("id");
    // Not of the form that the list's ticks are in.
    control.setAttribute("form", "none");
    if (/^v\./.test(control.name) && control.type !== "radio") control.ariaLabel = cellName(column, title);
    control.setAttribute("aria-describedby", "cell-hint");
  }
  const hint = document.createElement("div");
  hint.className = "pop cellhint";
  hint.id = "cell-hint";
  for (const [key, words] of [
    [localized("Enter"), localized("Save to the queue")], [localized("Esc"), localized("Cancel")],
  ]) {
    const line = document.createElement("p");
    const name = document.createElement("kbd");
    name.textContent = key;
    line.append(name, ` ${words}`);
    hint.append(line);
  }
  edit.problem = document.createElement("p");
  edit.problem.className = "err";
  edit.problem.setAttribute("role", "alert");
  hint.prepend(edit.problem);
  const reference = one(".ref", field);
  if (reference) hint.prepend(reference);
  cellButton.remove();
  edit.before = [...cell.childNodes];
  box.append(parts, hint);
  // The value keeps its place, and so the columns their widths.
  const under = document.createElement("span");
  under.className = "under";
  under.append(...edit.before);
  cell.replaceChildren(under, box);
  cell.classList.add("editing");
  const first = edit.controls.find((control) => control.type !== "radio" || control.checked) ?? edit.controls[0];
  first.focus();
  first.select?.();
  for (const part of [hint, box]) part.scrollIntoView({ block: "nearest", inline: "nearest" });
  const isNull = edit.controls.find((control) => control.type === "checkbox");
  box.addEventListener("input", (event) => {
    if (isNull && event.target !== isNull && event.target.value !== "") isNull.checked = false;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeCellEditor(edit);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) saveCell(edit);
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
}

function closeCellEditor({ cell, before }) {
  cell.classList.remove("editing");
  cell.replaceChildren(...before);
  focusCell(cell);
}

// The fields of the row's form, without those of other columns.
function cellFields({ form, column, controls }) {
  const fields = new URLSearchParams({ from: "list", back: location.search.slice(1) });
  for (const { type, name, value } of form.elements) {
    if (type === "hidden" && (!/^(w|side)\./.test(name) || name === `w.${column}`)) fields.append(name, value);
  }
  for (const control of controls) {
    if (!/checkbox|radio/.test(control.type) || control.checked) fields.append(control.name, control.value);
  }
  // The value of now was shown with the refusal: saving once more means the typed one.
  if (form.elements.namedItem(`side.${column}`)) fields.append(`side.${column}`, "mine");
  return fields;
}

async function saveCell(edit) {
  if (edit.isSaving) return;
  if (!edit.controls.some(isChangedControl)) return closeCellEditor(edit);
  edit.isSaving = true;
  edit.problem.textContent = "";
  const page = await load(edit.form.getAttribute("action"), cellFields(edit)).catch(() => null);
  edit.isSaving = false;
  if (!edit.cell.isConnected) return;
  if (page && one("#lines", page)) return showSavedCell(edit, page);
  if (page && one("main.solo:not(.w)", page)) return submitCell(edit);
  edit.problem.textContent = page ? refusal(edit, page) : localized("Not saved: the console can’t be reached.");
  const form = page && one("#row-form", page);
  if (!form) return;
  const open = document.createElement("a");
  open.href = edit.address;
  open.textContent = localized("Open the form");
  if (one("#st", page)) edit.problem.append(" ", open);
  // The next attempt knows what this page said.
  edit.form = form;
}

// Signed out in another tab: sent as a page of its own, the value is kept for after the sign-in.
function submitCell(edit) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = edit.form.getAttribute("action");
  for (const [name, value] of cellFields(edit)) {
    const field = document.createElement("input");
    field.type = "hidden";
    [field.name, field.value] = [name, value];
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

// What the page says that the form came back with, or the one instead of it.
function refusal({ column }, page) {
  const words = (element) => element?.textContent.replace(/\s+/g, " ").trim();
  const form = one("#row-form", page);
  const stale = words(one("#st", page));
  if (!stale) {
    const problem = form && one(".err", fieldOf(form, column) ?? form);
    return localized("Not saved: {0}", words(problem) ?? words(one("[role=alert], main p", page)) ?? "");
  }
  const now = form && one(".now", fieldOf(form, column) ?? form);
  const advice = now
    ? localized("{0} is now {1}. Press Enter again to replace it.", column, words(now))
    : localized("Press Enter again to save.");
  return `${stale} ${advice}`;
}

// The row, the counts and the message of the list after saving.
function showSavedCell({ cell, before }, page) {
  const row = cell.closest("tr");
  const path = rowLink(row)?.pathname;
  const place = cell.cellIndex;
  cell.classList.remove("editing");
  cell.replaceChildren(...before);
  const now = all("#lines > tr", page).find((other) => rowLink(other)?.pathname === path);
  one(".tabs").replaceWith(one(".tabs", page));
  showCountsOf(page);
  showMessage(one("[data-flash]", page));
  if (!now) {
    // It does not match the list any more.
    row.remove();
    one("#list").focus();
    return;
  }
  row.className = now.className;
  [...now.cells].forEach((other, index) => {
    // The tick stays as it is.
    if (!other.matches(".tick")) row.cells[index].replaceWith(other);
  });
  addRowMenus();
  markPanel();
  focusCell(row.cells[place]);
  if (row.matches(".cur")) showPanel(location.href, false);
}
