// ---- Grids that do not scroll need no stop of the Tab key ----

function settleGrids() {
  for (const grid of all(".grid[role=region]")) {
    if (grid.scrollWidth > grid.clientWidth || grid.scrollHeight > grid.clientHeight) grid.tabIndex = 0;
    else grid.removeAttribute("tabindex");
  }
}
afterFirstFrame(settleGrids);
addEventListener("resize", settleGrids);

// ---- Columns: those that stay in sight, and widths by dragging the edge of a head ----

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

// Kept for the table: a width as the form of columns has it.
function keepWidth(column, width) {
  const layout = new URLSearchParams(sizedTable.dataset.layout);
  const others = layout.getAll("_width").filter((text) => text.slice(text.indexOf(" ") + 1) !== column);
  layout.delete("_width");
  for (const text of [...others, `${width} ${column}`]) layout.append("_width", text);
  sizedTable.dataset.layout = layout;
  const fields = new URLSearchParams({ _token: one("input[name=_token]").value, query: layout });
  load(sizedTable.dataset.keep, fields).catch(() => {});
}

sizedTable?.tHead.addEventListener("pointermove", (event) => {
  for (const head of all(".edge", sizedTable.tHead)) head.classList.remove("edge");
  edgeOf(event)?.classList.add("edge");
});
sizedTable?.tHead.addEventListener("pointerdown", (event) => {
  const head = event.button === 0 && edgeOf(event);
  if (!head) return;
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
