internal import JSONKit
internal import SQLiteKit
internal import Support

/// An entry of the operation queue as the file holds it.
struct StoredOperation: Sendable, Hashable {
  /// Given by the queue; 0 before.
  var id: Int64 = 0
  var table: String
  var itemID: String
  var kind: OperationKind
  var state: OperationState = .pending
  var attempts = 0
  var queuedAt: Timestamp
  var queuedBy: String?
  var sentAt: Timestamp?
  var nextAttemptAt: Timestamp?
  var baseVersion: String?
  var lastError: String?
  /// For a delete: the row as it was.
  var item: Record?
  /// The row as an earlier operation of the same row leaves it; nil for the first one.
  var before: Record?
  /// A delete that took the place of an update, which comes back when the row is undeleted.
  var replacesUpdate = false

  init(
    table: String, itemID: String, kind: OperationKind, queuedAt: Timestamp,
    queuedBy: String? = nil, baseVersion: String? = nil, item: Record? = nil,
    before: Record? = nil
  ) {
    self.table = table
    self.itemID = itemID
    self.kind = kind
    self.queuedAt = queuedAt
    self.queuedBy = queuedBy
    self.baseVersion = baseVersion
    self.item = item
    self.before = before
  }

  /// True while the server may have it: nothing condenses into it.
  var isInFlight: Bool { state == .sending || state == .unknown }

  var properties: [UInt8] {
    var object: JSONObject = ["type": .integer(Int64(kind.rawValue))]
    if kind == .delete { object["item"] = item.map { .object(RecordCoding.object($0)) } }
    return JSONValue.object(object).serialized
  }
}

extension OperationState {
  /// How the file writes it; of two operations of a row, the higher one is the row's state.
  var code: Int64 {
    switch self {
    case .pending, .blocked: 0
    case .unknown: 1
    case .sending: 2
    case .failed: 3
    case .conflict: 4
    }
  }

  init(code: Int64) {
    switch code {
    case 1: self = .unknown
    case 2: self = .sending
    case 3: self = .failed
    case 4: self = .conflict
    default: self = .pending
    }
  }

  /// The state of a row with an operation in this state.
  var rowState: RowState {
    switch self {
    case .pending, .unknown, .blocked: .pending
    case .sending: .sending
    case .failed: .failed
    case .conflict: .conflict
    }
  }
}

extension StoredOperation {
  static let columns = """
    o.id, o."table", o.itemId, o.properties, s.state, s.attempts, s.queuedAt, s.queuedBy,
    s.sentAt, s.nextAttemptAt, s.baseVersion, s.lastError, s.before, s.replacesUpdate
    """
  static let from = """
    MS_TableOperations o JOIN syncline_operations s ON s.operationId = o.id
    """

  init(_ row: borrowing Row) throws(SQLiteError) {
    let properties: [UInt8] = try row.decode(at: 3)
    let parsed = (try? JSONValue(parsing: properties))?.object
    let kind = parsed?["type"]?.integer.flatMap { OperationKind(rawValue: Int($0)) }
    self.init(
      table: try row.decode(at: 1), itemID: try row.decode(at: 2), kind: kind ?? .update,
      queuedAt: Timestamp(stored: try row.decode(at: 6)), queuedBy: try row.decode(at: 7),
      baseVersion: try row.decode(at: 10),
      item: parsed?["item"]?.object.flatMap(RecordCoding.record),
      before: try row.decode(at: 12, as: String?.self).flatMap(RecordCoding.record))
    id = try row.decode(at: 0)
    state = OperationState(code: try row.decode(at: 4))
    attempts = try row.decode(at: 5)
    sentAt = try row.decode(at: 8, as: String?.self).map(Timestamp.init(stored:))
    nextAttemptAt = try row.decode(at: 9, as: String?.self).map(Timestamp.init(stored:))
    lastError = try row.decode(at: 11)
    replacesUpdate = try row.decode(at: 13)
  }
}
