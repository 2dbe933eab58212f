import HTTPKit
import JSONKit
import SyncCore

/// All rows of a list as a file, read page by page while it is sent.
struct RowExport: AsyncSequence, Sendable {
  enum Form: Sendable {
    case csv(CSVWriter)
    case ndjson
  }

  let sync: SyncContext
  let first: RowPage
  let query: RowQuery
  /// The columns of the file.
  let columns: [Column]
  let form: Form
  /// Kept until the last part was read.
  var slot: ExportSlots.Slot?

  static let pageSize = 500

  /// Reads the first page, so that a filter that cannot be used is refused before anything is sent.
  init(
    _ table: String, _ query: RowQuery, columns: [Column], form: Form, in sync: SyncContext
  ) async throws {
    var query = query
    query.size = Self.pageSize
    query.wantsCount = false
    self.sync = sync
    self.query = query
    self.columns = columns
    self.form = form
    do {
      first = try await sync.rows(table, query)
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
        page = try await export.sync.rows(current.table, query)
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
    case .csv(let writer): writer.line(columns.map { row.record.value($0.name) })
    case .ndjson: row.json(columns).serialized + [0x0a]
    }
  }

  /// The answer that sends it.
  func response(fileName: String) -> HTTPResponse {
    let (type, ending) =
      switch form {
      case .csv: ("text/csv; charset=utf-8", "csv")
      case .ndjson: ("application/x-ndjson; charset=utf-8", "ndjson")
      }
    // Letters and digits only, so that the field can hold any table's name.
    let safe = fileName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": type,
        "Content-Disposition": "attachment; filename=\"\(String(safe)).\(ending)\"",
      ],
      body: .stream(self))
  }
}
