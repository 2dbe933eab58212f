/// What the person may do with rows; the pages leave out what would be refused.
struct RowRights: Equatable {
  var edits = false
  var deletes = false
  var undeletes = false
  var hardDeletes = false
  var purges = false
  var syncs = false
  var retries = false
}
