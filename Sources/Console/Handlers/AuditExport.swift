import ConsoleData
import HTTPKit
import JSONKit

/// All entries of a filter as a file, read part by part while it is sent.
struct AuditExport: AsyncSequence, Sendable {
  enum Form: String, Sendable {
    case csv, ndjson
  }

  let data: ConsoleData
  let filter: AuditFilter
  let form: Form
  /// Kept until the last part was read.
  let slot: ExportSlots.Slot

  static let partSize = 500
  private static let head = [
    "id", "at", "who", "address", "action", "store", "target", "count", "result", "reason",
    "before", "after", "undoneAt", "requestId",
  ]

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let export: AuditExport
    fileprivate var filter: AuditFilter
    fileprivate var isFirst = true
    fileprivate var isOver = false

    mutating func next() async throws -> [UInt8]? {
      guard !isOver else {
        export.slot.release()
        return nil
      }
      let entries = try await export.data.auditEntries(filter, limit: AuditExport.partSize)
      var bytes = isFirst && export.form == .csv ? export.headLine : []
      isFirst = false
      for entry in entries { bytes += export.line(entry) }
      isOver = entries.count < AuditExport.partSize
      filter.before = entries.last?.id
      return bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(export: self, filter: filter) }

  private var headLine: [UInt8] { CSVWriter().line(Self.head.map { .string($0) }) }

  private func line(_ entry: AuditEntry) -> [UInt8] {
    switch form {
    case .csv: CSVWriter().line(Self.head.map { entry.json[$0] ?? .null })
    case .ndjson: entry.json.serialized + [0x0a]
    }
  }

  var response: HTTPResponse {
    let type =
      form == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8"
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": type,
        "Content-Disposition": "attachment; filename=\"audit.\(form.rawValue)\"",
      ], body: .stream(self))
  }
}
