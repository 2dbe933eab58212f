import Console
import ConsoleData
import JSONKit
import Support
import SyncCore

/// `copy`: compares the tables of two stores, and queues what is missing in one.
enum CopyCommand {
  static func run(
    _ session: StoreSession, _ arguments: ParsedArguments
  ) async throws -> Int32 {
    let parts = ["apply", "deletions", "pending"].filter(arguments.has)
    guard parts.count <= 1 else {
      throw UsageError([
        "--\(parts[0]) and --\(parts[1]) are two steps: write one of them at a time."
      ])
    }
    let name = arguments.value("from") ?? ""
    guard name !== session.name else { throw UsageError(["\(CopyError.sameStore)"]) }
    let other = try await StoreSession.open(
      arguments, store: name, for: parts == ["pending"] ? .changing : .reading)
    return try await other.finish {
      let copy = Copy(session: session, source: other, arguments: arguments)
      return switch parts.first {
      case "apply": try await copy.apply()
      case "deletions": try await copy.delete()
      case "pending": try await copy.copyPending()
      default: try await copy.compare()
      }
    }
  }
}

/// One copy from a store to another.
private struct Copy {
  let session: StoreSession
  let source: StoreSession
  let arguments: ParsedArguments

  private var isJSON: Bool { arguments.has("json") }

  private var options: CopyOptions {
    var options = CopyOptions()
    options.includesDeleted = arguments.has("deleted")
    options.overwrites = arguments.has("overwrite")
    return options
  }

  private var tables: [String]? { arguments.operands.isEmpty ? nil : arguments.operands }

  private func previews() async throws -> [CopyReport] {
    try await CopyComparison.previews(
      source.name, source.context, to: session.context, tables: tables, options: options)
  }

  func compare() async throws -> Int32 {
    let comparison = try await CopyComparison(
      source.name, source.context, to: session.context, tables: tables, options: options)
    if isJSON {
      Output.line(comparison.json.serializedText)
      return 0
    }
    show(comparison)
    return 0
  }

  private func show(_ comparison: CopyComparison) {
    var table = TextTable(
      header: ["table", "rows there", "same", "new", "changed", "deleted there", "skipped"])
    for report in comparison.tables {
      let figures = [
        report.sourceRows, report.same, report.new, report.changed, report.deleted,
        report.skipped.count,
      ]
      table.rows.append([report.table] + figures.map { "\($0)" })
    }
    Output.line(table.text)
    for name in comparison.missingTables {
      Output.error(
        "warning  \(TextTable.printable(name)): \(session.name) has no such table. Add it to copy it."
      )
    }
    describe(comparison.tables.map { ($0.table, $0.skipped) })
    for report in comparison.tables where !report.leftOutColumns.isEmpty {
      Output.error(
        "warning  \(TextTable.printable(report.table)): not copied: "
          + TextTable.printable(report.leftOutColumns.joined(separator: ", ")))
    }
    let pending = comparison.pendingChanges
    if pending > 0 {
      Output.line(
        "\(counted(pending, "row")) of \(source.name) \(pending == 1 ? "has" : "have") a pending "
          + "change. To copy it here, take \(source.name) offline and add --pending.")
    }
    Output.line(
      comparison.rowsToCopy == 0
        ? "Nothing was changed."
        : "Nothing was changed. Add --apply to queue \(counted(comparison.rowsToCopy, "row")) here."
    )
  }

  private func describe(_ tables: [(table: String, skipped: SkippedRows)]) {
    for (table, skipped) in tables {
      for row in skipped.rows {
        Output.error(
          "skipped  \(TextTable.printable(table)) \(TextTable.printable(row.id)): "
            + TextTable.printable(row.reason.sentence))
      }
    }
  }

  // MARK: - Steps

  /// - Returns: The exit status: 1 when rows were skipped.
  func apply() async throws -> Int32 {
    let audit = CopyAudit(
      AuditWriter(session.console), who: StoreSession.commandLine, address: "local", requestID: "")
    var reports: [CopyReport] = []
    for preview in try await previews() where preview.rowsToCopy > 0 {
      do {
        let report = try await session.context.copyRows(
          of: preview.table, from: source.context, named: source.name, options: options,
          expecting: preview.rowsToCopy, by: StoreSession.commandLine)
        try await audit.note(report, from: source.name, into: session.name, session.context)
        reports.append(report)
      } catch let broken as CopyInterruption {
        try await audit.note(
          broken.report, from: source.name, into: session.name, session.context)
        Output.error("The copy stopped after \(counted(broken.report.written, "row")).")
        throw broken.cause
      }
    }
    let written = reports.reduce(0) { $0 + $1.written }
    if isJSON {
      let answer: JSONValue = [
        "copied": .integer(Int64(written)), "tables": .array(reports.map(\.json)),
      ]
      Output.line(answer.serializedText)
    } else {
      Output.line(
        written == 0
          ? "Nothing to copy."
          : "\(counted(written, "row")) queued in \(session.name). Push to send them.")
      if reports.contains(where: { !$0.isComplete }) {
        Output.line("More rows are left: run the command again.")
      }
    }
    describe(reports.map { ($0.table, $0.skipped) })
    return reports.allSatisfy { $0.skipped.count == 0 } ? 0 : 1
  }

  func delete() async throws -> Int32 {
    var count = 0
    for preview in try await previews() where preview.deleted > 0 {
      let name = preview.table
      count += try await session.audited(
        "rows.delete", target: "\(name), deleted in store \(source.name)"
      ) {
        let report = try await session.context.copyDeletions(
          of: name, from: source.context, named: source.name, by: StoreSession.commandLine)
        let undo = try await UndoPlan.ofDeletion(
          report.deletedIDs, report.deletion, of: name, in: session.name, session.context)
        return (report.written, report.written, undo?.json)
      }
    }
    if isJSON {
      Output.line(JSONValue.object(["deleted": .integer(Int64(count))]).serializedText)
    } else {
      Output.line("Deleted \(counted(count, "row")).\(count == 0 ? "" : " Push to send them.")")
    }
    return 0
  }

  /// - Returns: The exit status: 1 when changes were skipped.
  func copyPending() async throws -> Int32 {
    let shared = try await session.context.tablesToCopy(from: source.context).shared
    let tables = tables ?? shared
    let reports = try await session.audited(
      "rows.import", target: "pending changes of store \(source.name)"
    ) {
      var reports: [PendingCopyReport] = []
      for table in tables {
        reports.append(
          try await session.context.copyPendingChanges(from: source.context, table: table))
      }
      return (reports, reports.reduce(0) { $0 + $1.copied }, nil)
    }
    let copied = reports.reduce(0) { $0 + $1.copied }
    if isJSON {
      let answer: JSONValue = [
        "copied": .integer(Int64(copied)), "tables": .array(reports.map(\.json)),
      ]
      Output.line(answer.serializedText)
    } else {
      Output.line(
        "\(counted(copied, "pending change")) copied into the queue of \(session.name)."
          + (copied == 0 ? "" : " Push to send them. Keep \(source.name) offline."))
    }
    describe(reports.map { ($0.table, $0.skipped) })
    return reports.allSatisfy { $0.skipped.count == 0 } ? 0 : 1
  }
}
