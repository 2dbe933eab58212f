// ---- Grids that do not scroll need no stop of the Tab key ----

function settleGrids() {
  for (const grid of all(".grid[role=region]")) {
    if (grid.scrollWidth > grid.clientWidth || grid.scrollHeight > grid.clientHeight) grid.tabIndex = 0;
    else grid.removeAttribute("tabindex");
  }
}
afterFirstFrame(settleGrids);
addEventListener("resize", settleGrids);
// The list that an address leads to shows no focus until somebody comes back to it.
one(".grid:target")?.addEventListener("blur", (event) => event.target.classList.add("tabbed"));

// ---- Columns: those that stay in sight, widths by dragging the edge of a head, order by dragging the head ----

const sizedTable = one("#list table[data-layout]");
const edgeOf = (event) => {
  const head = event.target.closest?.("th[data-head]");
  return head && sizedTable.contains(head) && head.getBoundingClientRect().right - event.clientX < 7 ? head : null;
};

function placePins() {
  let left = 0;
  for (const head of all("#list thead .pin")) {
    one("#list").style.setProperty(`--l${/ p(\d)/.exec(` ${head.className}`)[1]}`, `${left}px`);
    left += head.offsetWidth;
  }
  one("#list")?.classList.toggle("pins", left > 0);
}
const pinned = new ResizeObserver(placePins);
for (const head of all("#list thead .pin")) pinned.observe(head);

function setWidth(head, width) {
  const columns = one("colgroup", sizedTable) ?? sizedTable.insertBefore(document.createElement("colgroup"), sizedTable.tHead);
  while (columns.children.length < sizedTable.tHead.rows[0].cells.length) columns.append(document.createElement("col"));
  columns.children[head.cellIndex].width = width;
  const space = one(".space", head) ?? head.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  for (const [name, value] of Object.entries({ class: "space", width: Math.max(width - 20, 1), height: 1, "aria-hidden": "true" })) space.setAttribute(name, value);
  for (const row of sizedTable.rows) {
    const cell = row.cells[head.cellIndex];
    cell?.classList.add("sized");
    cell?.classList.remove("grow");
  }
}

// Kept for the table as the form of columns keeps them. An address with columns of its own would hide them.
async function keepLayout(change) {
  const layout = new URLSearchParams(sizedTable.dataset.layout);
  change(layout);
  sizedTable.dataset.layout = layout;
  const fields = new URLSearchParams({ _token: one("input[name=_token]").value, query: layout });
  const page = await load(sizedTable.dataset.keep, fields).catch(() => null);
  const address = new URL(location.href);
  const names = ["cols", "_pin", "_width"].filter((name) => address.searchParams.has(name));
  for (const name of names) address.searchParams.delete(name);
  if (page && names.length > 0) location.replace(address);
}

function keepWidth(column, width) {
  keepLayout((layout) => {
    const others = layout.getAll("_width").filter((text) => text.slice(text.indexOf(" ") + 1) !== column);
    layout.delete("_width");
    for (const text of [...others, `${width} ${column}`]) layout.append("_width", text);
  });
}

const columnHeads = () => all("th[data-head]", sizedTable.tHead);
const orderNote = document.createElement("p");
orderNote.className = "vh";
orderNote.setAttribute("role", "status");
sizedTable?.before(orderNote);

// Moves a column to the place of another one; the state of the rows goes with their names.
function moveColumn(head, target) {
  const count = (column) => column.nextElementSibling?.matches(".st") ? 2 : 1;
  const [from, size, pins] = [head.cellIndex, count(head), all(".pin", sizedTable.tHead).length];
  const to = target.cellIndex + (from < target.cellIndex ? count(target) : 0);
  const width = sizedTable.tHead.rows[0].cells.length;
  const columns = one("colgroup", sizedTable);
  for (const line of [...sizedTable.rows, ...(columns ? [columns] : [])]) {
    const cells = [...line.children];
    if (cells.length !== width) continue;
    for (const cell of cells.slice(from, from + size)) line.insertBefore(cell, cells[to] ?? null);
  }
  columnHeads().forEach(({ cellIndex }, place) => {
    for (const { cells } of sizedTable.rows) {
      if (cells.length !== width) continue;
      cells[cellIndex]?.classList.remove("pin", "p1", "p2", "p3", "p4");
      if (place < pins) cells[cellIndex]?.classList.add("pin", `p${place + 1}`);
    }
  });
  for (const pin of all(".pin", sizedTable.tHead)) pinned.observe(pin);
  placePins();
  const order = columnHeads().map((other) => other.dataset.head);
  const name = head.dataset.head;
  orderNote.textContent = localized("{0} is column {1} of {2}", name, order.indexOf(name) + 1, order.length);
  keepLayout((layout) => {
    layout.delete("cols");
    for (const column of order) layout.append("cols", column);
  });
}

sizedTable?.tHead.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const head = event.target.closest("th[data-head]");
  if (!step || !head || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const heads = columnHeads();
  const target = heads[heads.indexOf(head) + step];
  if (!target) return;
  moveColumn(head, target);
  one("a", head).focus();
});

// A head that is dragged is dropped at the head that is marked.
function dragHead(event) {
  const head = event.target.closest("th[data-head]");
  if (!head || event.button !== 0 || event.pointerType !== "mouse") return;
  let target = null;
  const drag = (move) => {
    if (!target && Math.abs(move.clientX - event.clientX) < 8) return;
    head.setPointerCapture(move.pointerId);
    target = columnHeads().findLast((other) => other.getBoundingClientRect().left <= move.clientX) ?? columnHeads()[0];
    for (const other of columnHeads()) other.classList.toggle("drop", other === target && other !== head);
  };
  const drop = ({ type }) => {
    removeEventListener("pointermove", drag);
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, drop);
    target?.classList.remove("drop");
    if (type === "pointerup" && target && target !== head) moveColumn(head, target);
  };
  addEventListener("pointermove", drag);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, drop);
}
sizedTable?.tHead.addEventListener("dragstart", (event) => event.preventDefault());

sizedTable?.tHead.addEventListener("pointermove", (event) => {
  for (const head of all(".edge", sizedTable.tHead)) head.classList.remove("edge");
  edgeOf(event)?.classList.add("edge");
});
sizedTable?.tHead.addEventListener("pointerdown", (event) => {
  const head = event.button === 0 && edgeOf(event);
  if (!head) return dragHead(event);
  event.preventDefault();
  const start = head.offsetWidth - event.clientX;
  let width = 0;
  const drag = (move) => {
    width = Math.min(Math.max(Math.round(start + move.clientX), 40), 1200);
    setWidth(head, width);
  };
  head.setPointerCapture(event.pointerId);
  head.addEventListener("pointermove", drag);
  head.addEventListener("lostpointercapture", () => {
    head.removeEventListener("pointermove", drag);
    if (width) keepWidth(head.dataset.head, width);
  }, { once: true });
});
