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
  const row = cell.closest("tr");
  if (!columnOf(cell)) return;
  placeCellButton({ target: cell });
  const items = await cellItems(cell);
  // A masked value has none, and what else went wrong is on the page.
  if (!items) return location.assign(peekAddress(row));
  if (cell.isConnected) openMenu(cellButton, cellName(columnOf(cell), rowLink(row).textContent.trim()), items);
}

// What can be done with the value of a cell; nothing where its column or the row has no such menu.
async function cellItems(cell) {
  const page = await load(peekAddress(cell.closest("tr"))).catch(() => null);
  const value = page && all(".peek [data-column]", page).find((value) => value.dataset.column === columnOf(cell));
  const list = value && one("ul", value);
  if (!list) return null;
  const items = all("a", list);
  for (const item of items) {
    if (!("edit" in item.dataset)) continue;
    item.addEventListener("click", (event) => {
      event.preventDefault();
      closeRowMenu(false);
      editCell(cell);
    });
  }
  if (copies(list)) items.unshift(copyButton(list));
  return items;
}

const copies = ({ dataset }) => navigator.clipboard && ("value" in dataset || "whole" in dataset);

// Copies the value of the menu with this list, from the page or, where it is long, from the server.
function copyButton({ dataset: { value: text, whole } }) {
  const words = document.createElement("span");
  words.textContent = localized("Copy value");
  const button = menuButton("", async () => {
    try {
      const value = text ?? (await ask(whole)).value;
      await navigator.clipboard.writeText(typeof value === "string" ? value : JSON.stringify(value));
      words.textContent = localized("Copied");
    } catch {
      words.textContent = localized("Not copied");
    }
    setTimeout(() => {
      closeRowMenu(true);
      const menu = button.closest("details");
      if (!menu) return;
      menu.open = false;
      words.textContent = localized("Copy value");
    }, 1000);
  });
  button.append(icon("copy"), words);
  return button;
}

// The menus of values in the panel of a row and on its page.
document.addEventListener("toggle", ({ target }) => {
  const list = target.open && one(":scope > .pop > ul", target);
  if (!list || !copies(list) || one("button", list)) return;
  const item = document.createElement("li");
  item.append(copyButton(list));
  list.prepend(item);
}, true);

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
