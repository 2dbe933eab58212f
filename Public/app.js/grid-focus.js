// ---- Grids that do not scroll need no stop of the Tab key ----

function settleGrids() {
  for (const grid of all(".grid[role=region]")) {
    if (grid.scrollWidth > grid.clientWidth || grid.scrollHeight > grid.clientHeight) grid.tabIndex = 0;
    else grid.removeAttribute("tabindex");
  }
}
afterFirstFrame(settleGrids);
addEventListener("resize", settleGrids);
