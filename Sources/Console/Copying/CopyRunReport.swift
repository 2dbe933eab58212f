import ConsoleData
import Localization
import Support
package import SyncCore
import SyncInspection

/// What a copy from another store did, or what its verification found.
package struct CopyRunReport: Sendable, Equatable {
  /// A store beside its own server.
  package struct ServerCheck: Sendable, Equatable {
    package var missingOnServer = 0
    package var missingHere = 0
    package var different = 0
    /// Why the server was not compared.
    package var failure: String?

    var isClean: Bool { missingOnServer + missingHere + different == 0 && failure == nil }

    package init(_ report: ReconcileReport) {
      missingOnServer = report.missingOnServer.count
      missingHere = report.missingHere.count
      different = report.different.count
      if !report.isComplete {
        failure = report.failure ?? localized("The server’s list is incomplete.")
      }
    }
  }

  /// What came of one table.
  package struct Table: Sendable, Equatable {
    package var report: CopyReport
    /// The audit entry that undoes the copy.
    package var entry: Int64?
    /// Why the table was not done to its end.
    package var failure: String?
    /// Of a verification: operations of the table that are not pushed.
    package var pendingHere: Int?
    /// Of a verification: the other store beside its server.
    package var there: ServerCheck?

    package init(_ report: CopyReport, entry: Int64? = nil) {
      self.report = report
      self.entry = entry
    }
  }

  package var source: String
  package var options: CopyOptions
  package var tables: [Table] = []

  package init(source: String, options: CopyOptions) {
    self.source = source
    self.options = options
  }

  var written: Int { tables.reduce(0) { $0 + $1.report.written } }
  var skipped: Int { tables.reduce(0) { $0 + $1.report.skipped.count } }

  /// What kept tables from being done, in whole sentences.
  var obstacles: [String] {
    tables.flatMap { table in
      [
        table.failure,
        table.there?.failure.map { reason in
          localized("The server of \(source) was not compared: \(reason)")
        },
      ]
      .compactMap(\.self).map { "\(table.report.table): \($0)" }
    }
  }
}

extension CopyRunReport.Table {
  /// What stands between the table and a move, in whole sentences; empty for a verified one.
  ///
  /// - Parameter here: This store beside its server; nil where that was not compared.
  func objections(_ source: String, here: CopyRunReport.ServerCheck?) -> [String] {
    var sentences: [String] = []
    func add(_ count: Int, _ words: (Int) -> String) {
      if count > 0 { sentences.append(localized("\(words(count)).")) }
    }
    if let failure { sentences.append(localized(stored: failure)) }
    add(report.rowsToCopy) { Format.count($0, "row is not copied yet", "rows are not copied yet") }
    if report.deleted > 0 {
      let rowsWere = Format.count(report.deleted, "row was", "rows were")
      sentences.append(localized("\(rowsWere) deleted in \(source) since."))
    }
    add(report.skipped.count) { Format.count($0, "row was skipped", "rows were skipped") }
    if sentences.isEmpty, let digests = report.digests, digests.there != digests.here {
      sentences.append(localized("The digests differ."))
    }
    add(pendingHere ?? 0) {
      Format.count($0, "change is not pushed yet", "changes are not pushed yet")
    }
    if let here { sentences += here.objections(localized("this store")) }
    if let there { sentences += there.objections(source) }
    return sentences
  }
}

extension CopyRunReport.ServerCheck {
  fileprivate func objections(_ store: String) -> [String] {
    if let failure = failure.map({ localized(stored: $0) }) {
      return [localized("The server of \(store) was not compared: \(failure)")]
    }
    let count = missingOnServer + missingHere + different
    let rowsDiffer = Format.count(count, "row differs", "rows differ")
    return isClean ? [] : [localized("\(rowsDiffer) between \(store) and its server.")]
  }
}

extension RunReport {
  /// Tables of a verification, each with what stands between it and a move.
  package var verifiedTables: [(table: CopyRunReport.Table, objections: [String])] {
    guard let copy else { return [] }
    let here = UTF8Dictionary(
      (comparisons ?? []).map { ($0.table, CopyRunReport.ServerCheck($0)) },
      uniquingKeysWith: { $1 })
    return copy.tables.map { table in
      (table, table.objections(copy.source, here: here[table.report.table]))
    }
  }

  /// True when every table of the verification can move as it is.
  package var isVerified: Bool {
    copy?.tables.isEmpty == false && verifiedTables.allSatisfy(\.objections.isEmpty)
  }
}

// MARK: - Sentences

extension RunReport {
  /// The result of a copy or a verification.
  func copySentence(_ kind: Run.Kind) -> String {
    guard let copy else { return "" }
    guard kind == .verify else {
      let rows = Format.count(copy.written, "row")
      return copy.written == 0
        ? localized("Nothing was copied.") : localized("\(rows) copied from \(copy.source).")
    }
    let tables = verifiedTables
    let open = tables.count { !$0.objections.isEmpty }
    let (all, verified) = (
      Format.count(tables.count, "table"), Format.number(tables.count - open)
    )
    if tables.isEmpty { return localized("No table was compared with \(copy.source).") }
    return open == 0
      ? localized(
        "\(all) verified: both stores and both servers have the same rows, with the same values.")
      : localized("\(verified) of \(all) verified.")
  }
}

extension CopyRunReport {
  /// What it means for the data, and what to do next.
  func note(_ kind: Run.Kind) -> String {
    guard kind == .copy else { return localized("Nothing was changed.") }
    let left = skipped == 0 ? "" : " \(ActionReport.skipped(skipped))"
    return written == 0
      ? localized("The queue is as before.") + left
      : localized("They are in the queue. Push to send them.") + left
  }

  /// For a line in the list of runs.
  func remark(_ kind: Run.Kind) -> String {
    let (rows, tables) = (Format.count(written, "row"), Format.count(tables.count, "table"))
    return kind == .copy
      ? localized("\(rows) from \(source)") : localized("\(tables) compared with \(source)")
  }

  /// The fields of a form that asks for the same copy again.
  func fields(tables: [String]?) -> [(name: String, value: String)] {
    var fields = [(name: "from", value: source)]
    if options.includesDeleted { fields.append(("deleted", "1")) }
    if options.overwrites { fields.append(("overwrite", "1")) }
    return fields + (tables ?? []).map { (name: "tables", value: $0) }
  }
}
