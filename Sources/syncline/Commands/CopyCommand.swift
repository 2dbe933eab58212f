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
    let parts = ["apply", "deletions", "pending", "verify", "move"].filter(arguments.has)
    guard parts.count <= 1 else {
      throw UsageError([
        "--\(parts[0]) and --\(parts[1]) can't be combined: run one after the other."
      ])
    }
    let name = arguments.value("from") ?? ""
    guard name !== session.name else { throw UsageError(["\(CopyError.sameStore)"]) }
    let other = try await StoreSession.open(
      arguments, store: name,
      for: ["pending", "verify", "move"].contains(parts.first) ? .changing : .reading)
    return try await other.finish {
      let copy = Copy(session: session, source: other, arguments: arguments)
      return switch parts.first {
      case "apply": try await copy.apply()
      case "deletions": try await copy.delete()
      case "pending": try await copy.copyPending()
      case "verify": try await copy.verify()
      case "move": try await copy.move()
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
        "warning  \(TextTable.printable(name)): \(session.name) has no such table. Add it to copy its rows."
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

  private func run(_ kind: Run.Kind) async throws -> Run {
    var order = RunRequest(
      kind, store: session.name, tables: tables, by: StoreSession.commandLine)
    order.copy = CopyOrder(source.name, options)
    let (target, source) = (session, source)
    let runs = RunCenter(data: target.console) { name in
      name === source.name ? source.context : target.context
    }
    return try await SyncRuns.follow(target, order, runs)
  }

  private func report(_ run: Run) async throws -> RunReport {
    if isJSON { _ = try await session.printJSON("/s/\(session.name)/runs/\(run.id).json") }
    for obstacle in run.report.obstacles { Output.error(TextTable.printable(obstacle)) }
    if run.state == .cancelled { Output.error(run.report.whatStays(run.kind)) }
    return run.report
  }

  /// - Returns: The exit status: 1 when rows were skipped, or the copy did not come to its end.
  func apply() async throws -> Int32 {
    let run = try await run(.copy)
    let tables = try await report(run).copy?.tables ?? []
    if !isJSON {
      let written = tables.reduce(0) { $0 + $1.report.written }
      Output.line(
        written == 0
          ? "Nothing was copied."
          : "\(counted(written, "row")) queued in \(session.name). Push to send them.")
    }
    describe(tables.map { ($0.report.table, $0.report.skipped) })
    let isDone = run.state == .succeeded && tables.allSatisfy { $0.report.skipped.count == 0 }
    return isDone ? 0 : 1
  }

  /// - Returns: The exit status: 1 unless every table is verified.
  func verify() async throws -> Int32 {
    let run = try await run(.verify)
    let report = try await report(run)
    guard !isJSON else { return report.isVerified ? 0 : 1 }
    var table = TextTable(header: ["table", "rows there", "digest there", "digest here", "result"])
    for (verified, objections) in report.verifiedTables {
      let digests = verified.report.digests
      table.rows.append([
        verified.report.table, "\(verified.report.sourceRows)",
        "\(digests?.there.description ?? "")",
        "\(digests?.here.description ?? "")",
        objections.isEmpty ? "verified" : objections.joined(separator: " "),
      ])
    }
    Output.line(table.text)
    return report.isVerified ? 0 : 1
  }

  /// - Returns: The exit status: 1 when changes were skipped, or nothing was moved.
  func move() async throws -> Int32 {
    let plan = try await StoreMove(
      of: source.name, source.context, to: session.name, session.context)
    if !plan.leftBehind.isEmpty, !arguments.has("anyway") {
      for sentence in plan.leftBehind { Output.error(TextTable.printable(sentence)) }
      Output.error(
        "\(source.name) was not moved. Nothing was changed. Copy or resolve what is left, or add "
          + "--anyway.")
      return 1
    }
    try await source.audited("sync.run", target: "moved to store \(session.name)") {
      try await source.context.setMoved(to: session.name)
      return ((), 0, nil)
    }
    return try await copyPending()
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
