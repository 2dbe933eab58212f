// ---- Cells of a list of rows: their menu, and arrow keys between them ----

const valueCells = "#list table[data-row-menu] tbody :is(th.key, td)";

// The column of a cell; nothing for ticks, states, buttons and the system's columns.
const columnOf = (cell) => cell.closest("table").tHead.rows[0].cells[cell.cellIndex]?.dataset.column;

// One button, in the cell that the pointer or the keyboard is at; the row's own menu has the key's place.
const cellButton = document.createElement("button");
cellButton.type = "button";
cellButton.className = "btn quiet xs cell-more";
cellButton.textContent = "⋯";
cellButton.tabIndex = -1;
cellButton.setAttribute("aria-expanded", "false");
cellButton.addEventListener("click", () => openCellMenu(cellButton.closest("td")));

function placeCellButton(event) {
  const cell = event.target.closest?.(valueCells);
  if (!cell || cell.contains(cellButton) || rowMenu || cell.matches("th, .editing")) return;
  const column = columnOf(cell);
  if (!column) return cellButton.remove();
  cellButton.setAttribute("aria-label", localized("Menu of {0}", column));
  cell.append(cellButton);
}
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, placeCellButton);

const cellName = (column, title) => localized("{0} of {1}", column, title);

// What the panel of the row offers for the value, so that there is one such menu.
async function openCellMenu(cell) {
  if (rowMenu?.button === cellButton) return closeRowMenu(true);
  const column = columnOf(cell);
  const row = cell.closest("tr");
  if (!column) return;
  placeCellButton({ target: cell });
  const page = await load(peekAddress(row)).catch(() => null);
  const value = page && all(".peek [data-column]", page).find((value) => value.dataset.column === column);
  const list = value && one("ul", value);
  // A masked value has none, and what else went wrong is on the page.
  if (!list) return location.assign(peekAddress(row));
  const items = all("a", list);
  for (const item of items) {
    if (!("edit" in item.dataset)) continue;
    item.addEventListener("click", (event) => {
      event.preventDefault();
      closeRowMenu(false);
      editCell(cell);
    });
  }
  const { value: text, whole } = list.dataset;
  if (navigator.clipboard && (text !== undefined || whole)) {
    items.unshift(menuButton(localized("Copy value"), () => copyValue(text, whole)));
  }
  if (cell.isConnected) openMenu(cellButton, cellName(column, rowLink(row).textContent.trim()), items);
}

async function copyValue(text, whole) {
  const button = document.activeElement;
  try {
    const value = text ?? (await ask(whole)).value;
    await navigator.clipboard.writeText(typeof value === "string" ? value : JSON.stringify(value));
    button.textContent = localized("Copied");
  } catch {
    button.textContent = localized("Not copied");
  }
  setTimeout(() => closeRowMenu(true), 1000);
}

function focusCell(cell) {
  const link = cell.matches("th") && one("a", cell);
  if (!link) cell.tabIndex = -1;
  (link || cell).focus();
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (!isPlainKey(event)) return;
  const cell = event.target.matches(`${valueCells}, #list tbody th.key > a`) && event.target.closest("th, td");
  if (!cell || cell.matches(".editing")) return;
  const row = cell.closest("tr");
  const across = [...row.cells].filter((other) => columnOf(other));
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
  if (step) {
    const next = across[across.indexOf(cell) + step];
    if (next) focusCell(next);
  } else if (down && cell.matches("td")) {
    const next = row[down]?.cells[cell.cellIndex];
    if (next) focusCell(next);
  } else if (event.key === "F2" || event.key === "Enter" && cell.matches("td")) editCell(cell);
  else if (event.key === " " && keysAreOn()) showPanel(peekAddress(row));
  else return;
  event.preventDefault();
});

document.addEventListener("dblclick", (event) => {
  const cell = event.target.closest(valueCells);
  if (!cell || event.target.closest("a, button, input, textarea, label") || !columnOf(cell)) return;
  getSelection().removeAllRanges();
  editCell(cell);
});
