<div class="cards keys">
<div class="panel"><h3>Everywhere</h3>
<dl>
<dt><kbd>Ctrl K</kbd></dt><dd>Command palette: actions, pages, recent places, rows</dd>
<dt><kbd>/</kbd></dt><dd>Search this list, or everything if it has no search</dd>
<dt><kbd>g</kbd> <kbd>o</kbd></dt><dd>Overview</dd>
<dt><kbd>g</kbd> <kbd>c</kbd></dt><dd>Errors and conflicts</dd>
<dt><kbd>g</kbd> <kbd>q</kbd></dt><dd>Queue</dd>
<dt><kbd>g</kbd> <kbd>s</kbd></dt><dd>Sync</dd>
<dt><kbd>g</kbd> <kbd>t</kbd></dt><dd>Tables</dd>
<dt><kbd>g</kbd> <kbd>d</kbd></dt><dd>Trash (deleted rows)</dd>
<dt><kbd>g</kbd> <kbd>a</kbd></dt><dd>Audit log</dd>
<dt><kbd>p</kbd></dt><dd>Pause or resume live updates</dd>
<dt><kbd>?</kbd></dt><dd>Show these shortcuts</dd>
</dl></div>
<div class="panel"><h3>Lists</h3>
<dl>
<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next, previous row</dd>
<dt><kbd>Enter</kbd></dt><dd>Open the row</dd>
<dt><kbd>Space</kbd></dt><dd>Peek at the row</dd>
<dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Previous, next cell or bar of a chart</dd>
<dt><kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd></dt><dd>Move the focused column</dd>
<dt><kbd>F2</kbd></dt><dd>Edit the cell</dd>
<dt><kbd>f</kbd></dt><dd>Add a filter</dd>
<dt><kbd>x</kbd></dt><dd>Select the row</dd>
<dt><kbd>Shift</kbd> <kbd>x</kbd></dt><dd>Select all from the last selected row</dd>
<dt><kbd>.</kbd></dt><dd>Open the menu of the row or cell</dd>
<dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Previous (or first), next page</dd>
<dt><kbd>Esc</kbd></dt><dd>Close a menu, panel, message or dialog, or clear the selection</dd>
</dl></div>
<div class="panel"><h3>Row and operation</h3>
<dl>
<dt><kbd>e</kbd></dt><dd>Edit</dd>
<dt><kbd>u</kbd></dt><dd>Undelete</dd>
<dt><kbd>r</kbd></dt><dd>Retry</dd>
<dt><kbd>.</kbd></dt><dd>Focus the first action</dd>
<dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Previous, next row of the list</dd>
</dl></div>
</div>
