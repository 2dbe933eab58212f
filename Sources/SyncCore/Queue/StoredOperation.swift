internal import JSONKit
package import SQLiteKit
package import Support

/// An entry of the operation queue as the file holds it.
package struct StoredOperation: Sendable, Hashable {
  /// Given by the queue; 0 before.
  package var id: Int64 = 0
  package var table: String
  package var itemID: String
  package var kind: OperationKind
  package var state: OperationState = .pending
  package var attempts = 0
  package var queuedAt: Timestamp
  package var queuedBy: String?
  var sentAt: Timestamp?
  package var nextAttemptAt: Timestamp?
  package var baseVersion: String?
  package var lastError: String?
  /// When what it sends was turned down first; nil for what was not, or was changed since.
  var failedSince: Timestamp?
  /// For a delete: the row as it was.
  package var item: Record? {
    get { storedItem.record }
    set { storedItem = .record(newValue) }
  }
  private var storedItem = StoredRecord.record(nil)
  /// The row as an earlier operation of the same row leaves it; nil for the first one.
  package var before: Record?
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
    storedItem = .record(item)
    self.before = before
  }

  /// True while the server may have it: nothing condenses into it.
  var isInFlight: Bool { state == .sending || state == .unknown }

  /// True for an insert that the server surely does not have: with a delete it makes nothing.
  package var isUnsentInsert: Bool { kind == .insert && !state.mayHaveArrived }

  var properties: [UInt8] {
    var object: JSONObject = ["type": .integer(Int64(kind.rawValue))]
    if kind == .delete { object["item"] = item.map { .object(RecordCoding.object($0)) } }
    return JSONValue.object(object).serialized
  }
}

extension OperationInfo {
  /// - Parameter isBlocked: True for one that waits for another operation.
  package init(_ stored: StoredOperation, isBlocked: Bool = false) {
    self.init(
      id: stored.id, table: stored.table, itemID: stored.itemID, kind: stored.kind,
      state: stored.state == .pending && isBlocked ? .blocked : stored.state,
      attempts: stored.attempts, queuedAt: stored.queuedAt, lastError: stored.lastError,
      baseVersion: stored.baseVersion)
  }
}

extension OperationState {
  /// How the file writes it; of two operations of a row, the higher one is the row's state.
  package var code: Int64 {
    switch self {
    case .pending, .blocked: 0
    case .unknown: 1
    case .sending: 2
    case .failed: 3
    case .conflict: 4
    }
  }

  package init(code: Int64) {
    switch code {
    case 1: self = .unknown
    case 2: self = .sending
    case 3: self = .failed
    case 4: self = .conflict
    default: self = .pending
    }
  }

  /// True where the server may have what it says, or has a row of its own by that id.
  package var mayHaveArrived: Bool { self == .sending || self == .unknown || self == .conflict }

  /// The state of a row with an operation in this state.
  package var rowState: RowState {
    switch self {
    case .pending, .unknown, .blocked: .pending
    case .sending: .sending
    case .failed: .failed
    case .conflict: .conflict
    }
  }
}

extension StoredOperation {
  package static let columns = """
    o.id, o."table", o.itemId, o.properties, s.state, s.attempts, s.queuedAt, s.queuedBy,
    s.sentAt, s.nextAttemptAt, s.baseVersion, s.lastError, s.before, s.replacesUpdate,
    s.failedSince
    """
  package static let from = """
    MS_TableOperations o JOIN syncline_operations s ON s.operationId = o.id
    """

  package init(_ row: borrowing Row) throws(SQLiteError) {
    let properties: [UInt8] = try row.decode(at: 3)
    let known = Self.kind(beginning: properties)
    let parsed = known == nil ? (try? JSONValue(parsing: properties))?.object : nil
    let kind = parsed?["type"]?.integer.flatMap { OperationKind(rawValue: Int($0)) }
    self.init(
      table: try row.text(at: 1), itemID: try row.text(at: 2), kind: known ?? kind ?? .update,
      queuedAt: Timestamp(stored: try row.text(at: 6)), queuedBy: try row.textOrNil(at: 7),
      baseVersion: try row.textOrNil(at: 10),
      before: try row.textOrNil(at: 12).flatMap(RecordCoding.record))
    storedItem = .properties(properties)
    id = try row.integer(at: 0)
    state = OperationState(code: try row.integer(at: 4))
    attempts = Int(try row.integer(at: 5))
    sentAt = try row.textOrNil(at: 8).map(Timestamp.init(stored:))
    nextAttemptAt = try row.textOrNil(at: 9).map(Timestamp.init(stored:))
    lastError = try row.textOrNil(at: 11)
    replacesUpdate = try row.flag(at: 13)
    failedSince = try row.textOrNil(at: 14).map(Timestamp.init(stored:))
  }

  /// The kind, where properties begin with it as this store writes them.
  private static func kind(beginning properties: [UInt8]) -> OperationKind? {
    let start = Array(#"{"type":"#.utf8)
    guard properties.count > start.count + 1, properties.starts(with: start),
      // Else a second `type` may follow, or the number may go on.
      properties[start.count + 1] == UInt8(ascii: "}")
        || properties[(start.count + 1)...].starts(with: #","item":"#.utf8)
    else { return nil }
    return OperationKind(rawValue: Int(properties[start.count]) - 48)
  }
}

/// A record as the file has it, read where somebody looks at it.
enum StoredRecord: Sendable, Hashable {
  case record(Record?)
  /// What ``RecordCoding/text(_:)`` made of it.
  case text(String)
  /// Those of an operation, with the record under `item`.
  case properties([UInt8])

  var record: Record? {
    switch self {
    case .record(let record): record
    case .text(let text): RecordCoding.record(text)
    case .properties(let bytes):
      (try? JSONValue(parsing: bytes))?.object?["item"]?.object.flatMap(RecordCoding.record)
    }
  }

  static func == (left: StoredRecord, right: StoredRecord) -> Bool { left.record == right.record }

  func hash(into hasher: inout Hasher) { hasher.combine(record) }
}
