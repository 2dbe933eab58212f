internal import JSONKit
internal import SQLiteKit

/// A reference to a row that the server does not have.
enum UnsentReference: Sendable, Hashable {
  /// To a new row that goes out first.
  case waiting(RowReference)
  /// To a new row that waits for the row which refers to it, or to that row itself.
  case circular(RowReference)
  /// To a row that was made here and is gone: the server will never have it.
  case broken(RowReference)

  /// Why the change can't be sent at all; nil where it only waits.
  var failure: FailureReason? {
    switch self {
    case .waiting: nil
    case .circular(let reference): .circularReference(reference)
    case .broken(let reference): .brokenReference(reference)
    }
  }
}

/// References to rows whose ids the server gives.
enum References {
  /// Rows that are looked at for a circle of references.
  private static let circleMax = 1_000

  /// Puts the server's ids in place of the store's own, in what a change sends.
  ///
  /// - Returns: A reference that keeps the change from being sent now.
  static func resolve(
    _ change: inout Change, by remote: any AssigningRemote, on connection: Connection
  ) throws -> UnsentReference? {
    var unsent: UnsentReference?
    let own = RowReference(table: change.table, id: change.id)
    let isNew = change.kind == .insert
    let map = { (reference: RowReference) throws -> String? in
      if let new = try AliasStore.fetch(reference.table, reference.id, on: connection) {
        return new
      }
      if unsent == nil {
        unsent = try state(of: reference, from: own, isNew: isNew, by: remote, on: connection)
      }
      return nil
    }
    change.values = try remote.mapReferences(in: change.values, map)
    change.allValues = try remote.mapReferences(in: change.allValues, map)
    return unsent
  }

  private static func state(
    of reference: RowReference, from own: RowReference, isNew: Bool,
    by remote: any AssigningRemote, on connection: Connection
  ) throws -> UnsentReference? {
    if reference == own { return isNew ? .circular(own) : nil }
    guard let insert = try queuedInsert(reference, on: connection) else {
      return try isGone(reference, on: connection) ? .broken(reference) : nil
    }
    // The oldest of a circle is the one to change; the others wait for it.
    guard isNew, let first = try queuedInsert(own, on: connection), first < insert,
      try leads(reference, to: own, by: remote, on: connection)
    else { return .waiting(reference) }
    return .circular(reference)
  }

  /// True when the references of a new row come back to `target`, through new rows alone.
  private static func leads(
    _ start: RowReference, to target: RowReference, by remote: any AssigningRemote,
    on connection: Connection
  ) throws -> Bool {
    var open = [start]
    var seen: Set<RowReference> = [start]
    while let next = open.popLast(), seen.count < circleMax {
      for reference in try references(of: next, by: remote, on: connection) {
        if reference == target { return true }
        guard seen.insert(reference).inserted,
          try queuedInsert(reference, on: connection) != nil
        else { continue }
        open.append(reference)
      }
    }
    return false
  }

  private static func references(
    of row: RowReference, by remote: any AssigningRemote, on connection: Connection
  ) throws -> [RowReference] {
    guard let schema = try Catalogue.table(row.table, on: connection),
      let record = try RowStore.fetch(row.id, in: schema, on: connection)
    else { return [] }
    var found: [RowReference] = []
    _ = remote.mapReferences(in: record.setValues) { reference in
      found.append(reference)
      return nil
    }
    return found
  }

  /// The queued insert of a row; nil where there is none.
  private static func queuedInsert(
    _ reference: RowReference, on connection: Connection
  ) throws -> Int64? {
    try OperationStore.of(reference.table, reference.id, on: connection)
      .first { $0.kind == .insert }?.id
  }

  /// True when the row was inserted here under this id, never got one of the server's, and is no
  /// longer in the store.
  private static func isGone(
    _ reference: RowReference, on connection: Connection
  ) throws -> Bool {
    if let schema = try Catalogue.table(reference.table, on: connection),
      try RowStore.fetch(reference.id, in: schema, on: connection) != nil
    {
      return false
    }
    return try HistoryStore.wasNeverPushed(reference.table, reference.id, on: connection)
  }
}
