<dl class="keys">
<dt><kbd>?</kbd></dt><dd>Show these shortcuts</dd>
<dt><kbd>/</kbd> <kbd>Ctrl K</kbd></dt><dd>Search, or jump to a table, row, operation or page</dd>
<dt><kbd>g</kbd> then <kbd>o</kbd> <kbd>t</kbd> <kbd>d</kbd> <kbd>q</kbd> <kbd>c</kbd> <kbd>s</kbd> <kbd>a</kbd></dt><dd>Go to overview, tables, trash (deleted), queue, errors and conflicts, sync, audit log</dd>
<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous row of a list</dd>
<dt><kbd>Enter</kbd></dt><dd>Open the row</dd>
<dt><kbd>x</kbd></dt><dd>Select the row; with <kbd>Shift</kbd>, select all from the last selected row</dd>
<dt><kbd>e</kbd> <kbd>u</kbd></dt><dd>Edit or undelete the row</dd>
<dt><kbd>r</kbd></dt><dd>Retry the open operation</dd>
<dt><kbd>.</kbd></dt><dd>Open the row’s menu; on a row’s page, focus its first action</dd>
<dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Previous and next row of the list that a row was opened from; on a list, first and next page</dd>
<dt><kbd>p</kbd></dt><dd>Pause or resume live updates</dd>
<dt><kbd>Esc</kbd></dt><dd>Close a menu, a message or this dialog</dd>
</dl>
