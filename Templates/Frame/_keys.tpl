<dl class="keys">
<dt><kbd>?</kbd></dt><dd>These keys</dd>
<dt><kbd>/</kbd></dt><dd>Jump to a table, a row by id or name, or an operation</dd>
<dt><kbd>g</kbd> then <kbd>o</kbd> <kbd>t</kbd> <kbd>d</kbd> <kbd>q</kbd> <kbd>c</kbd> <kbd>s</kbd> <kbd>a</kbd></dt><dd>Go to overview, tables, trash (deleted), queue, errors and conflicts, sync, audit</dd>
<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous line of a list</dd>
<dt><kbd>Enter</kbd></dt><dd>Open the line</dd>
<dt><kbd>x</kbd></dt><dd>Tick the line; with <kbd>Shift</kbd> from the last tick to here</dd>
<dt><kbd>e</kbd> <kbd>u</kbd></dt><dd>Edit, undelete the line or the open row</dd>
<dt><kbd>r</kbd></dt><dd>Retry what is open</dd>
<dt><kbd>.</kbd></dt><dd>Menu of the line; on a row’s page its first action</dd>
<dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Previous and next row of the list that a row was opened from; on a list, first and next page</dd>
<dt><kbd>p</kbd></dt><dd>Pause live numbers and reports, and let them go on</dd>
<dt><kbd>Esc</kbd></dt><dd>Close a menu, a message or this sheet</dd>
</dl>
