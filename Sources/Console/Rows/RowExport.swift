import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import Zones

/// All rows of a list as a file, read page by page while it is sent, as they were at its beginning.
struct RowExport: AsyncSequence, Sendable {
  enum Form: Sendable {
    case csv(CSVWriter)
    case ndjson
  }

  let snapshot: StoreSnapshot
  let first: RowPage
  let query: RowQuery
  /// The columns of the file.
  let columns: [Column]
  /// False when further columns, which appear while the file is written, belong to it.
  var isChosen = false
  let form: Form
  /// The zone of the values of date columns; nil leaves them as they are.
  var zone: Zone?
  /// Kept until the last part was read.
  var slot: ConcurrencyLimiter.Slot?

  static let pageSize = 500

  /// Reads the first page, so that a filter that cannot be used is refused before anything is sent.
  init(
    _ table: String, _ query: RowQuery, columns: [Column], form: Form, in sync: SyncContext
  ) async throws {
    var query = query
    query.size = Self.pageSize
    query.wantsCount = false
    snapshot = try await sync.snapshot()
    self.query = query
    self.columns = columns
    self.form = form
    do {
      first = try await snapshot.rows(table, query)
    } catch SyncError.noSuchTable {
      // A table that is configured and has no rows yet is an empty file.
      first = RowPage(table: table, view: query.view, columns: columns, rows: [])
    }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let export: RowExport
    fileprivate var page: RowPage?
    fileprivate var isFirst = true

    mutating func next() async throws -> [UInt8]? {
      guard let current = page else {
        export.snapshot.end()
        export.slot?.release()
        return nil
      }
      var bytes = isFirst ? export.head : []
      isFirst = false
      for row in current.rows { bytes += export.line(row) }
      page = nil
      if let after = current.next {
        var query = export.query
        query.after = after
        page = try await export.snapshot.rows(current.table, query)
      }
      return bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(export: self, page: first) }

  private var head: [UInt8] {
    guard case .csv(let writer) = form else { return [] }
    return writer.line(columns.map { .string($0.name) })
  }

  private func line(_ row: ListedRow) -> [UInt8] {
    switch form {
    case .csv(let writer):
      writer.line(columns.map { CSVWriter.cell(shown(row.record.value($0.name), $0), in: $0) })
    case .ndjson: inZone(row.json(columns, andOthers: !isChosen)).serialized + [0x0a]
    }
  }

  /// The row with its times in the zone of the file.
  private func inZone(_ row: JSONValue) -> JSONValue {
    guard zone != nil, var object = row.object, var values = object["values"]?.object else {
      return row
    }
    for column in columns { values[column.name] = values[column.name].map { shown($0, column) } }
    object["values"] = .object(values)
    return .object(object)
  }

  private func shown(_ value: JSONValue, _ column: Column) -> JSONValue {
    // A text that looks like a time is data, and goes into the file as it is.
    guard let zone, column.type == .date else { return value }
    return value.inZone(zone)
  }

  /// The answer that sends it.
  func response(fileName: String) -> HTTPResponse {
    let file: ListFile =
      switch form {
      case .csv: .csv
      case .ndjson: .ndjson
      }
    return file.response(self, name: fileName)
  }
}
