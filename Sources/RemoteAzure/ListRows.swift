import JSONKit
import Support
import SyncCore

/// The rows of a list: read only as far as somebody looks at them.
///
/// Rows whose ids can't be used are among them, so that the list can be walked, and not in the batch.
struct ListRows: Sendable {
  fileprivate struct Item: Sendable {
    var id: String
    var stamp: Timestamp?
    /// Nil for a row whose id can't be used.
    var record: Record?
  }

  fileprivate enum Content: Sendable {
    case items([Item])
    case wire(JSONRows, id: Int, stamp: Int?)
  }

  /// The rows for the store.
  let batch: RecordBatch
  /// What is wrong with the ids of the others.
  let unusable: Set<UnusableID>
  /// True when one of the ids is a number, as the server itself counts them.
  let hasNumberedIDs: Bool
  private let content: Content

  /// Nil for rows of which none has a member for its id.
  init?(_ rows: [JSONObject]) {
    var unusable: Set<UnusableID> = []
    var hasID = rows.isEmpty
    var hasNumberedIDs = false
    let items = rows.map { row in
      let head = SystemValues(of: row)
      if head.id != nil { hasID = true }
      if head.id?.double != nil { hasNumberedIDs = true }
      if let fault = UnusableID(head.id) { unusable.insert(fault) }
      return Item(
        id: head.id?.string ?? "",
        stamp: head.updatedAt?.string.flatMap { Timestamp($0) }, record: Record(row: row))
    }
    guard hasID else { return nil }
    batch = RecordBatch(items.compactMap(\.record))
    self.unusable = unusable
    self.hasNumberedIDs = hasNumberedIDs
    content = .items(items)
  }

  /// Nil for rows that have to be read value by value: of two columns that mean the same one, or
  /// without a column for the id.
  init?(wire rows: JSONRows) {
    let system = rows.columns.map(SystemColumn.named)
    let named = system.compactMap { $0 }
    guard Set(named).count == named.count else { return nil }
    // A list without rows has no columns either.
    guard let id = system.firstIndex(of: .id) ?? (rows.count == 0 ? 0 : nil) else { return nil }
    var unusable: Set<UnusableID> = []
    var hasNumberedIDs = false
    for row in 0..<rows.count {
      let cell = rows.cell(row, id)
      switch cell {
      case .integer, .number: hasNumberedIDs = true
      default: break
      }
      if let fault = rows.unusableID(cell) { unusable.insert(fault) }
    }
    self.unusable = unusable
    self.hasNumberedIDs = hasNumberedIDs
    batch = RecordBatch(rows, system: system) { Record(row: $0) }
    content = .wire(rows, id: id, stamp: system.firstIndex(of: .updatedAt))
  }

  /// One row of a list.
  struct Row {
    fileprivate let content: Content
    fileprivate let position: Int

    /// As it came, whether it can be used or not; empty for one that has no text.
    var id: String {
      switch content {
      case .items(let items): items[position].id
      case .wire(let rows, let id, _): rows.value(rows.cell(position, id)).string ?? ""
      }
    }

    var stamp: Timestamp? {
      switch content {
      case .items(let items): items[position].stamp
      case .wire(let rows, _, let stamp):
        stamp.flatMap { rows.value(rows.cell(position, $0)).string }.flatMap { Timestamp($0) }
      }
    }

    /// Made anew with each call; nil for a row whose id can't be used.
    var record: Record? {
      switch content {
      case .items(let items): items[position].record
      case .wire(let rows, _, _): Record(row: rows.object(at: position))
      }
    }
  }
}

extension ListRows: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch content {
    case .items(let items): items.count
    case .wire(let rows, _, _): rows.count
    }
  }

  subscript(position: Int) -> Row { Row(content: content, position: position) }
}

extension JSONRows {
  fileprivate func unusableID(_ cell: Cell) -> UnusableID? {
    // So few bytes are no more characters.
    if case .text(let range) = cell, (1...Self.shortMax).contains(range.count) { return nil }
    return UnusableID(value(cell))
  }

  private static let shortMax = 200
}
