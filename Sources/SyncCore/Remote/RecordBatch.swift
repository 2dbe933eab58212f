package import JSONKit
import Support

/// Rows as a server gave them: records, or still as they stood in its answer.
///
/// A first pull brings millions of rows that only pass through, so an adapter whose answers are
/// lists of flat objects hands them over as they are, and values are made for those rows alone that
/// need a closer look.
package struct RecordBatch: Sendable {
  enum Content: Sendable {
    case records([Record])
    case rows(WireRows)
  }

  let content: Content

  package init(_ records: [Record]) { content = .records(records) }

  /// Takes rows as they stand in an answer.
  ///
  /// - Parameters:
  ///   - system: By column of `rows` the system column that it is, each at most once; nil for one
  ///     of the table's own.
  ///   - read: Makes a record of a row. Every row must be one.
  package init(
    _ rows: JSONRows, system: [SystemColumn?],
    read: @escaping @Sendable (JSONObject) -> Record?
  ) {
    content = .rows(WireRows(rows: rows, system: system, read: read))
  }

  package var count: Int {
    switch content {
    case .records(let records): records.count
    case .rows(let wire): wire.rows.count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// All rows as records, made anew with each call.
  package var records: [Record] {
    switch content {
    case .records(let records): records
    case .rows(let wire): (0..<wire.rows.count).compactMap(wire.record)
    }
  }

  /// About how much memory the rows take.
  var byteCount: Int {
    switch content {
    case .records(let records): records.count * 2_000
    case .rows(let wire): wire.rows.byteCount
    }
  }
}

extension RecordBatch: Hashable {
  package static func == (left: RecordBatch, right: RecordBatch) -> Bool {
    left.records == right.records
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(records) }
}

/// Rows in an answer, with what the adapter knows of their columns.
struct WireRows: Sendable {
  let rows: JSONRows
  let system: [SystemColumn?]
  let read: @Sendable (JSONObject) -> Record?

  func record(_ row: Int) -> Record? { read(rows.object(at: row)) }

  /// The rows as far as they show columns that `known` does not have; mostly none.
  func recordsWithNewColumns(_ known: UTF8Set) -> some Sequence<Record> {
    let new = rows.columns.indices.filter { column in
      system[column] == nil && !known.contains(rows.columns[column])
    }
    return rowsWithValues(in: new).lazy.compactMap(record)
  }

  private func rowsWithValues(in columns: [Int]) -> [Int] {
    if columns.isEmpty { return [] }
    // A cell alone takes a search through its row.
    var cells = Array(repeating: JSONRows.Cell.null, count: rows.columns.count)
    return (0..<rows.count).filter { row in
      rows.read(row, into: &cells)
      return columns.contains { column in
        if case .null = cells[column] { false } else { true }
      }
    }
  }
}
