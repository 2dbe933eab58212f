import JSONKit
import Localization
import Support
import SyncCore

/// The invalid rows of an import as CSV: their own columns, then the line and the reason.
///
/// The file can be imported again once it is corrected: the two columns are left out then.
actor InvalidRows {
  /// A part of the file ends behind so many bytes.
  private static let partBytesMax = 256 << 10

  private let executor = QueueExecutor(label: "invalid rows")
  private let form: ImportForm
  private let plan: ImportPlan
  private let columns: [String]
  /// Reasons by the row’s number; those that are written already are removed.
  private var reasons: [Int: String]
  private var source: ImportSource?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// - Parameter plan: The one by which the rows were found to be invalid.
  init(_ form: ImportForm, _ plan: ImportPlan, _ mistakes: [ImportPlan.Mistake]) {
    self.form = form
    self.plan = plan
    columns = plan.fileColumns.filter { !plan.reportColumns.contains($0) }
    reasons = Dictionary(
      mistakes.map { ($0.number, $0.inOneLine) }, uniquingKeysWith: { "\($0); \($1)" })
  }

  /// The names of the two columns, so that no column of the table has them.
  static func reportColumns(besides known: [Column]) -> [String] {
    let taken = UTF8Set(known.map { $0.name.lowercased() })
    return ["line", "reason"].map { taken.contains($0) ? "import_\($0)" : $0 }
  }

  /// All of the file, part by part.
  nonisolated var parts: AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { try await self.next() }
  }

  private func next() throws -> [UInt8]? {
    var bytes: [UInt8] = []
    if source == nil {
      var whole = form
      whole.leftOut = []
      source = try whole.source
      bytes = CSVWriter().line((columns + plan.reportNames).map { .string($0) })
    }
    while !reasons.isEmpty, bytes.count < Self.partBytesMax, let row = try source?.next() {
      try Task.checkCancellation()
      if let reason = reasons.removeValue(forKey: row.number) { bytes += line(row, reason) }
    }
    return bytes.isEmpty ? nil : bytes
  }

  private func line(_ row: ImportSource.Row, _ reason: String) -> [UInt8] {
    let values = UTF8Dictionary(row.values.map { ($0.column, $0.value) }) { first, _ in first }
    let cells = columns.map { name in values[name].map { cell($0, name) } ?? .null }
    return CSVWriter().line(cells + [.integer(Int64(row.number)), .string(reason)])
  }

  /// A value as it came; a guard is put in front of a text again where it needs one.
  private func cell(_ value: ImportSource.Value, _ name: String) -> JSONValue {
    switch value {
    case .field(let field):
      field.text.isEmpty && !field.isQuoted ? .null : .string(CSVWriter.unguarded(field.text))
    case .json(let value): plan.column(for: name).map { CSVWriter.cell(value, in: $0) } ?? value
    }
  }
}

extension ImportPlan.Mistake {
  /// `rank: “many” is not a number`.
  fileprivate var inOneLine: String { column.map { labelled($0, sentence) } ?? sentence }
}
