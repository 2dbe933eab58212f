{{#READ_ONLY_TABLE}}<div class="note" role="note"><p><b>This table is read-only.</b> {{READ_ONLY_TABLE}}</p></div>
{{/READ_ONLY_TABLE}}