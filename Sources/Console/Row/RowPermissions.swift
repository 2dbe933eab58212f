/// What the person may do with rows; the pages leave out what would be refused.
struct RowPermissions: Equatable {
  /// Why the table takes no changes from anybody; nil where it takes them.
  var readOnlyReason: String?
  var edits = false
  var deletes = false
  var undeletes = false
  var hardDeletes = false
  /// True where the server keeps what is deleted, so that deleting for good cannot be offered.
  var keepsTombstones = false
  var purges = false
  var syncs = false
  var asksServer = false
  var retries = false
}
