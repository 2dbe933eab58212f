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
  private let content: Content

  /// Nil for rows of which none has a member for its id.
  init?(_ rows: [JSONObject]) {
    var unusable: Set<UnusableID> = []
    var hasID = rows.isEmpty
    let items = rows.map { row in
      let head = SystemValues(of: row)
      if head.id != nil { hasID = true }
      if let fault = unusableID(head.id) { unusable.insert(fault) }
      return Item(
        id: head.id.flatMap(plainText) ?? "",
        stamp: head.updatedAt?.string.flatMap { Timestamp($0) }, record: Record(row: row))
    }
    guard hasID else { return nil }
    batch = RecordBatch(items.compactMap(\.record))
    self.unusable = unusable
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
    for row in 0..<rows.count {
      if let fault = rows.unusableID(row, id) { unusable.insert(fault) }
    }
    self.unusable = unusable
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
      case .wire(let rows, let id, _): plainText(rows.value(rows.cell(position, id))) ?? ""
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
  fileprivate func unusableID(_ row: Int, _ column: Int) -> UnusableID? {
    let cell = cell(row, column)
    // So few bytes are no more characters.
    if case .text(let range) = cell, (1...Self.shortMax).contains(range.count) { return nil }
    return RemoteAzure.unusableID(value(cell))
  }

  private static let shortMax = 200
}

/// Numbers count as text, as tables with numeric ids have them.
func unusableID(_ id: JSONValue?) -> UnusableID? {
  id.flatMap(plainText).map { UnusableID($0) } ?? UnusableID(id)
}
