public import JSONKit
internal import SQLiteKit
internal import Support

/// One table of a store: every call works on the local store only.
///
/// A change is in the row and in the queue when the call returns, and survives power loss.
public struct SyncTable: Sendable {
  package let context: SyncContext
  /// The table's name on the server.
  public let name: String

  /// Adds a row and returns its id, which is made here when `values` has none.
  ///
  /// - Parameters:
  ///   - values: With "id" at most of the system columns; new columns appear by themselves.
  ///   - by: Who does it, for the history.
  @discardableResult
  public func insert(_ values: JSONObject, by: String? = nil) async throws -> String {
    var own = values
    own["id"] = nil
    let id = try newID(values["id"])
    try checkNames(own)
    let record = Record(id: id, values: own)
    try await change(by: by) { try $0.insert(record) }
    return id
  }

  /// Sets columns of a live row; what is equal already is neither stored nor sent.
  ///
  /// - Throws: ``SyncError/noSuchRow(table:id:)``, ``SyncError/rowIsDeleted(table:id:)``, or what is
  ///   wrong with a value or a column's name.
  public func update(_ id: String, _ values: JSONObject, by: String? = nil) async throws {
    _ = try await update(id, values, ifState: nil, by: by)
  }

  /// Sets columns of a live row that is as its author saw it.
  ///
  /// - Parameter ifState: Refuses with `staleEdit` when the row is not as it was then.
  /// - Returns: Where the server had refused the row's change, the decision that keeps that: for
  ///   ``RowChange/decision`` of a ``RowChange/Kind/restore``.
  @discardableResult
  package func update(
    _ id: String, _ values: JSONObject, ifState: RowFingerprint?, by: String? = nil
  ) async throws -> Int64? {
    var own = values
    if own["id"]?.string === id { own["id"] = nil }
    try checkNames(own)
    let changes = own
    return try await change(by: by) {
      try $0.updateKeepingRefusal(id, changes, ifState: ifState)
    }
  }

  /// Deletes a row as the table's settings say; see `SoftDelete`.
  public func delete(_ id: String, by: String? = nil) async throws {
    try await change(by: by, isRemoval: true) { try $0.delete(id) }
  }

  /// Brings a deleted row back, on the server too.
  public func undelete(_ id: String, by: String? = nil) async throws {
    try await change(by: by) { try $0.undelete(id) }
  }

  /// Removes a row here at once, and on the server with the next push.
  public func hardDelete(_ id: String, by: String? = nil) async throws {
    try await change(by: by, isRemoval: true) { try $0.hardDelete(id) }
  }

  /// Deletes a row so that it can be brought back as it was, with what waits for it in the queue.
  ///
  /// - Parameter forGood: As ``hardDelete(_:by:)`` does, not as ``delete(_:by:)``.
  package func remove(_ id: String, forGood: Bool, by: String?) async throws -> BulkOutcome {
    try await change(by: by, isRemoval: true) { change in
      var deleted = DeletedRows(change, keeps: true)
      try deleted.look(at: id) { try forGood ? change.hardDelete(id) : change.delete(id) }
      var outcome = BulkOutcome(changed: 1)
      try deleted.keep(noting: &outcome)
      return outcome
    }
  }

  // MARK: - Steps

  private func change<Output: Sendable>(
    by: String?, isRemoval: Bool = false, _ body: @Sendable (LocalChange) throws -> Output
  ) async throws -> Output {
    let (table, now) = (name, context.time.now)
    return try await context.commit(noting: true) { connection in
      let output = try body(LocalChange(connection: connection, table: table, now: now, by: by))
      if isRemoval { try LocalColumns.dropUnused(table, on: connection) }
      return output
    }
  }

  private func newID(_ given: JSONValue?) throws -> String {
    guard let given, !given.isNull else { return try context.newRowID(nil, in: name) }
    guard let id = given.string else {
      throw SyncError.invalidID(IDRefusal.noText(given.kindPhrase))
    }
    return try context.newRowID(id, in: name)
  }

  private func checkNames(_ values: JSONObject) throws {
    try Self.checkNames(values, in: name)
  }

  /// Refuses more columns than a table can have, columns that are the server's, and names that no
  /// column can have.
  static func checkNames(_ values: JSONObject, in table: String) throws {
    guard values.count(where: { !$0.value.isNull }) <= Catalogue.columnsMax else {
      throw SyncError.tooManyColumns(table: table)
    }
    for column in values.names {
      guard !SystemColumn.contains(column) else {
        throw SyncError.reservedColumn(table: table, column: column)
      }
      guard Catalogue.isValidColumn(column) else {
        throw SyncError.invalidColumn(table: table, column: column)
      }
    }
  }
}

/// Which ids a new row may have: those that every server takes in a path.
enum RowID {
  static let lengthMax = 255

  /// Why `id` can't be used, as the end of a sentence; nil when it can.
  static func objection(to id: String) -> String? {
    if id.allSatisfy(\.isWhitespace) { return IDRefusal.empty }
    if id.utf16.count > lengthMax { return IDRefusal.tooLong(max: lengthMax) }
    if id == "." || id == ".." { return IDRefusal.otherMeaning(id) }
    for scalar in id.unicodeScalars {
      if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
        return IDRefusal.controlCharacter
      }
      if "\"+/?\\`".unicodeScalars.contains(scalar) {
        return IDRefusal.badCharacter(String(scalar))
      }
    }
    return nil
  }
}
