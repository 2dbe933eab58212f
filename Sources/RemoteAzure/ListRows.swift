import JSONKit
import Support
import SyncCore

/// The rows of a list: read only as far as somebody looks at them.
struct ListRows: Sendable {
  fileprivate enum Content: Sendable {
    case records([Record])
    case wire(JSONRows, id: Int, stamp: Int?)
  }

  /// The same rows for the store.
  let batch: RecordBatch
  private let content: Content

  init(_ records: [Record]) {
    batch = RecordBatch(records)
    content = .records(records)
  }

  /// Nil for rows that have to be read value by value: of two columns that mean the same one, or
  /// without an id.
  init?(wire rows: JSONRows) {
    let system = rows.columns.map(SystemColumn.named)
    let named = system.compactMap { $0 }
    guard Set(named).count == named.count else { return nil }
    // A list without rows has no columns either.
    let id = system.firstIndex(of: .id) ?? 0
    for row in 0..<rows.count {
      guard system.contains(.id), rows.hasID(row, id) else { return nil }
    }
    batch = RecordBatch(rows, system: system) { Record(row: $0) }
    content = .wire(rows, id: id, stamp: system.firstIndex(of: .updatedAt))
  }

  /// One row of a list.
  struct Row {
    fileprivate let content: Content
    fileprivate let position: Int

    var id: String {
      switch content {
      case .records(let records): records[position].id
      case .wire(let rows, let id, _): plainText(rows.value(rows.cell(position, id))) ?? ""
      }
    }

    var stamp: Timestamp? {
      switch content {
      case .records(let records): records[position].updatedAt.flatMap { Timestamp($0) }
      case .wire(let rows, _, let stamp):
        stamp.flatMap { rows.value(rows.cell(position, $0)).string }.flatMap { Timestamp($0) }
      }
    }

    /// Made anew with each call.
    var record: Record? {
      switch content {
      case .records(let records): records[position]
      case .wire(let rows, _, _): Record(row: rows.object(at: position))
      }
    }
  }
}

extension ListRows: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { batch.count }

  subscript(position: Int) -> Row { Row(content: content, position: position) }
}

extension JSONRows {
  fileprivate func hasID(_ row: Int, _ column: Int) -> Bool {
    switch cell(row, column) {
    case .text(let range): !range.isEmpty
    case .integer, .number: !(plainText(value(cell(row, column))) ?? "").isEmpty
    default: false
    }
  }
}
