internal import JSONKit

extension LocalChange {
  /// Sets columns of a live row, and keeps what its change was that the server refused: the edit
  /// takes the place of the refusal, and taking the edit back has to bring that back too.
  ///
  /// - Returns: The decision that keeps it; nil where nothing was refused or nothing changed.
  func updateKeepingRefusal(
    _ id: String, _ values: JSONObject, ifState: RowFingerprint?
  ) throws -> Int64? {
    guard let last = try operations(id).last, last.state == .failed || last.state == .conflict
    else {
      try update(id, values, ifState: ifState)
      return nil
    }
    let log = UndoJournal(connection: connection)
    let before = try log.snapshot(table, id)
    try update(id, values, ifState: ifState)
    guard try log.snapshot(table, id) != before else { return nil }
    return try log.keep([(table, id, before)], by: by, at: now)
  }
}
