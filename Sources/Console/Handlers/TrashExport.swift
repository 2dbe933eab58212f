import HTTPKit
import JSONKit
import SyncCore

/// All deleted rows of a filter as a file, read page by page while it is sent.
struct TrashExport: AsyncSequence, Sendable {
  enum Form: String, Sendable {
    case csv, ndjson
  }

  let sync: SyncContext
  let query: TrashQuery
  let form: Form
  /// Kept until the last part was read.
  let slot: ExportSlots.Slot

  static let pageSize = 500
  /// The values stand as JSON in one column: each table has columns of its own.
  private static let head = ["table", "id", "deletedAt", "by", "values"]

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let export: TrashExport
    fileprivate var query: TrashQuery
    fileprivate var isFirst = true
    fileprivate var isOver = false

    mutating func next() async throws -> [UInt8]? {
      guard !isOver else {
        export.slot.release()
        return nil
      }
      let page = try await export.sync.deletedRows(query)
      var bytes = isFirst && export.form == .csv ? export.headLine : []
      isFirst = false
      for row in page.json["rows"]?.array ?? [] { bytes += export.line(row) }
      query.after = page.next
      isOver = page.next == nil
      return bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    var query = query
    query.size = Self.pageSize
    return AsyncIterator(export: self, query: query)
  }

  private var headLine: [UInt8] { CSVWriter().line(Self.head.map { .string($0) }) }

  private func line(_ row: JSONValue) -> [UInt8] {
    switch form {
    case .csv: CSVWriter().line(Self.head.map { row[$0] ?? .null })
    case .ndjson: row.serialized + [0x0a]
    }
  }

  func response(fileName: String) -> HTTPResponse {
    let type =
      form == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8"
    let safe = fileName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": type,
        "Content-Disposition": "attachment; filename=\"\(String(safe)).\(form.rawValue)\"",
      ], body: .stream(self))
  }
}
