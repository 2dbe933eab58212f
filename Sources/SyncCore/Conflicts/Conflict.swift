internal import JSONKit
package import SQLiteKit
package import Support

/// A row that store and server both changed, with its copies.
package struct Conflict: Sendable, Hashable {
  @UTF8Key package var table: String
  @UTF8Key package var itemID: String
  /// What the server was asked to do.
  package var kind: OperationKind
  /// The server's row that the change was made on; nil for an insert.
  package var base: Record?
  /// The row as it is here; nil when it is gone.
  package var local: Record?
  /// Nil when the server has no such row, or did not show it.
  package var server: Record?
  /// When the row was changed here last; nil when its history does not tell.
  package var changedAt: Timestamp?
  /// True when the row has a further operation in the queue that is no update.
  var hasOtherOperations = false

  init(
    table: String, itemID: String, kind: OperationKind, base: Record?, local: Record?,
    server: Record?, changedAt: Timestamp?
  ) {
    self.kind = kind
    self.base = base
    self.local = local
    self.server = server
    self.changedAt = changedAt
    self.table = table
    self.itemID = itemID
  }

  init(_ operation: StoredOperation, _ decision: Decision) throws {
    self.init(
      table: operation.table, itemID: operation.itemID, kind: operation.kind,
      base: try decision.before(), local: try decision.row() ?? operation.item,
      server: try decision.serverState(),
      changedAt: try HistoryStore.lastLocalChangeAt(
        operation.table, operation.itemID, on: decision.connection))
    hasOtherOperations = decision.operations.contains {
      $0.id != operation.id && $0.kind != .update
    }
  }

  /// The conflict of an operation in the queue; nil for an operation that has none, and while
  /// another operation of its row is being sent.
  package init?(operationID: Int64, on connection: Connection) throws {
    guard let operation = try OperationStore.fetch(operationID, on: connection),
      operation.state == .conflict,
      try !OperationStore.of(operation.table, operation.itemID, on: connection)
        .contains(where: { $0.state == .sending })
    else { return nil }
    try self.init(
      operation, Decision(operation, by: nil, at: .epoch, on: connection))
  }

  /// True when one side deleted the row that the other one changed.
  package var isOfDeletion: Bool {
    kind == .delete || server?.deleted == true || local?.deleted == true || local == nil
  }

  /// A column in which the two sides differ.
  struct Difference {
    var column: String
    /// What both sides had; nil when nobody knows.
    var base: JSONValue?
    var local: JSONValue
    var server: JSONValue

    var isChangedHere: Bool { base.map { !$0.means(local) } ?? true }
    var isChangedThere: Bool { base.map { !$0.means(server) } ?? true }
  }

  /// By name; empty unless both sides are live.
  var differences: [Difference] {
    guard let local, let server, !isOfDeletion else { return [] }
    return local.changes(from: server).names.sortedByBytes().map { name in
      Difference(
        column: name, base: base.map { $0.values[name] ?? .null },
        local: local.values[name] ?? .null, server: server.values[name] ?? .null)
    }
  }
}
