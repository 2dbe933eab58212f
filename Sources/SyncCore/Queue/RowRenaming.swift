internal import JSONKit
internal import SQLiteKit
internal import Support

/// Gives a row another id wherever the store names it, in the caller's transaction.
struct RowRenaming {
  let table: String
  let old: String
  let new: String
  let now: Timestamp
  let connection: Connection

  func run() throws {
    guard let schema = try Catalogue.table(table, on: connection) else { return }
    try moveRow(in: schema)
    try moveOperations()
    for copies in ["syncline_bases", "syncline_server_copies"] { try moveCopy(copies) }
    try moveItem("syncline_history")
    try moveItem("syncline_conflicts")
    try moveItem("syncline_write_only")
    try moveItem("syncline_files")
    try AliasStore.put(table, old, new, at: now, on: connection)
  }

  /// A pull may have stored the server's row as another one meanwhile: it is the same row.
  private func moveRow(in schema: TableSchema) throws {
    guard let row = try RowStore.fetch(old, in: schema, on: connection) else {
      // Deleted here while its insert was under way: nothing of it may stay.
      if try OperationStore.of(table, new, on: connection).isEmpty {
        try RowStore.remove(new, in: schema, on: connection)
      }
      return
    }
    if try RowStore.fetch(new, in: schema, on: connection) != nil,
      try !OperationStore.of(table, new, on: connection).isEmpty
    {
      try RowStore.remove(old, in: schema, on: connection)
      // Edited under its new id: that edit stands, and what was here is in the history.
      try HistoryStore.add(
        table, old, .local, "delete", at: now, record: row, on: connection)
      for operation in try OperationStore.of(table, old, on: connection) {
        try OperationStore.remove(operation.id, on: connection)
      }
      return
    }
    try RowStore.remove(new, in: schema, on: connection)
    try RowStore.rename(old, new, in: schema, on: connection)
  }

  private func moveOperations() throws {
    for var operation in try OperationStore.of(table, old, on: connection) {
      operation.item = operation.item?.renamed(new)
      operation.before = operation.before?.renamed(new)
      try OperationStore.update(operation, on: connection)
      for var error in try ErrorStore.of(operation.id, on: connection) {
        error.itemID = new
        error.item = error.item?.renamed(new)
        error.server = error.server?.renamed(new)
        try ErrorStore.put(error, on: connection)
      }
    }
    try moveItem("syncline_operations")
    try moveItem("MS_TableOperations")
  }

  private func moveCopy(_ copies: String) throws {
    let key: [SQLiteValue] = [.text(table), .text(old)]
    let text = try connection.first(
      "SELECT record FROM \(copies) WHERE \"table\" = ? AND itemId = ?", key
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    guard let record = text.flatMap(RecordCoding.record) else { return }
    try connection.execute(
      "DELETE FROM \(copies) WHERE \"table\" = ? AND itemId = ?", [.text(table), .text(new)])
    try connection.execute(
      "UPDATE \(copies) SET itemId = ?, record = ? WHERE \"table\" = ? AND itemId = ?",
      [.text(new), .text(RecordCoding.text(record.renamed(new)))] + key)
  }

  private func moveItem(_ name: String) throws {
    try connection.execute(
      "UPDATE \(name) SET itemId = ? WHERE \"table\" = ? AND itemId = ?",
      [.text(new), .text(table), .text(old)])
  }
}

extension Record {
  /// The same row under another id.
  fileprivate func renamed(_ id: String) -> Record {
    var record = self
    record.id = id
    return record
  }
}
