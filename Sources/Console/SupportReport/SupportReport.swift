import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The support report of a row: everything that a ticket needs, as tables of texts.
struct SupportReport {
  struct Section {
    let title: String
    let columns: [String]
    let lines: [[String]]
    /// Stands in place of the table when there is nothing.
    let empty: String
    /// What the table leaves out.
    var note: String?
  }

  let title: String
  let facts: [(name: String, text: String)]
  let sections: [Section]
}

/// Writes the passport of a row.
struct SupportReportBuilder {
  let store: StoreInfo
  var detail: RowDetail
  let redaction: Redaction
  let masked: [String]
  /// The row's entries in the audit, the newest first.
  let audit: [AuditLine]
  let context: PageContext

  /// An entry of the audit about the row.
  struct AuditLine {
    let at: String
    let who: String
    let action: String
    /// How many rows it changed.
    let rows: Int?
    let address: String
    let requestID: String
  }

  private var own: [Column] { detail.columns.filter { !$0.isSystem } }

  private var cover: Redactor {
    let columns: UTF8Set =
      switch redaction {
      case .none: []
      case .columns: UTF8Set(masked)
      case .values: UTF8Set(own.map(\.name))
      }
    let copies = [detail.record, detail.base, detail.server] + detail.history.map(\.record)
    return Redactor(columns, copies.compactMap { $0 })
  }

  var supportReport: SupportReport {
    let cover = cover
    let title = RowTitle(columns: detail.columns)
    let name =
      cover.covers(title.column) ? detail.record.id : title.title(detail.record)
    return SupportReport(
      title: name, facts: facts,
      sections: [
        values(cover), why(cover), operations(cover), attempts(cover), errors(cover),
        history(cover), requests,
      ])
  }

  private var facts: [(name: String, text: String)] {
    let storeName =
      store.environment.isEmpty ? store.name : "\(store.name), \(store.environment)"
    var facts = [(localized("Store"), storeName)]
    facts.append((localized("Server"), "\(store.remoteKind), \(store.remoteURL)"))
    facts.append((localized("Table"), detail.table))
    facts.append((localized("Row"), detail.record.id))
    let state = detail.state.words
    facts.append(
      (localized("State"), detail.deleted ? localized("\(state), deleted") : state))
    let none = localized("none")
    facts.append((localized("Version here"), (detail.base ?? detail.record).version ?? none))
    if let server = detail.server {
      facts.append((localized("Version on the server"), server.version ?? none))
    }
    facts.append((localized("Shown"), shown))
    let (now, who) = (Format.full(context.now), context.who.actorName)
    facts.append((localized("Created"), localized("\(now) by \(who)")))
    facts.append((localized("Request"), context.requestID))
    return facts.map { (name: $0.0, text: $0.1) }
  }

  /// What really is covered: a column that the table does not have covers nothing.
  private var shown: String {
    guard redaction == .columns else { return redaction.title }
    let covered = masked.filter { name in detail.columns.contains { $0.name === name } }
    let columns = covered.joinedAsList()
    return covered.isEmpty
      ? localized("Everything: no column of this table is configured to be redacted")
      : localized("All but \(columns), redacted as configured")
  }

  private func values(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: localized("Values"),
      columns: [
        localized("Column"), localized("Type"), localized("This store"), localized("Base"),
        localized("Server"),
      ],
      lines: detail.columns.map { column in
        let copies = [detail.record, detail.base, detail.server].map { record in
          cover.show(record?.value(column.name), column)
        }
        return [column.name, column.type.title] + copies
      }, empty: localized("No columns."))
  }

  private func why(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: localized("Why is it not synced?"),
      columns: [localized("Check"), localized("Result"), localized("Evidence")],
      lines: detail.state == .synced
        ? [] : detail.why.map { [$0.finding, $0.result.words, cover.scrub($0.evidence)] },
      empty: localized("The row is synced."))
  }

  private func operations(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: localized("Pending operations"),
      columns: [
        localized("Operation"), localized("Kind"), localized("State"), localized("Queued"),
        localized("By"), localized("Columns"),
      ],
      lines: detail.operations.map { operation in
        let info = operation.info
        return [
          "\(info.id)", info.kind.noun, info.state.words, Format.full(info.queuedAt),
          operation.queuedBy?.actorName ?? "–", operation.changed.names.joinedAsList(),
        ]
      }, empty: localized("No pending operations."))
  }

  private func attempts(_ cover: Redactor) -> SupportReport.Section {
    let lines = detail.operations.flatMap { operation in
      operation.attempts.map { attempt in
        [
          "\(operation.info.id)", "\(attempt.number)", Format.full(attempt.startedAt),
          Format.duration(milliseconds: Int64(attempt.durationMilliseconds)),
          attempt.status.map { "HTTP \($0)" } ?? localized("no response"), attempt.outcome,
          cover.scrub(attempt.message ?? ""), Self.requestID(attempt),
        ]
      }
    }
    return SupportReport.Section(
      title: localized("Attempts"),
      columns: [
        localized("Operation"), localized("Attempt"), localized("Sent"), localized("Duration"),
        localized("Response"), localized("Outcome"), localized("Message"), localized("Request"),
      ],
      lines: lines, empty: noAttempts)
  }

  private var noAttempts: String {
    guard detail.operations.isEmpty else {
      return localized("No pending operation was sent yet.")
    }
    let wasSent = detail.history.contains { $0.source == .push }
    return wasSent
      ? localized("No pending operations. Attempts of completed operations are not kept.")
      : localized("No pending operations.")
  }

  /// The name that the server gave the request, by any of the usual fields.
  private static func requestID(_ attempt: AttemptInfo) -> String {
    let names: UTF8Set = [
      "x-request-id", "x-ms-request-id", "request-id", "x-correlation-id", "traceparent",
    ]
    return attempt.headers.first { $0.count == 2 && names.contains($0[0].lowercased()) }?[1] ?? "–"
  }

  private func errors(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: localized("Errors"),
      columns: [
        localized("Time"), localized("Response"), localized("Code"), localized("Message"),
      ],
      lines: detail.errors.map { error in
        [
          Format.full(error.at), error.answer,
          "\(error.code)", cover.scrub(error.message),
        ]
      }, empty: localized("No errors."))
  }

  private func history(_ cover: Redactor) -> SupportReport.Section {
    let history = detail.history
    return SupportReport.Section(
      title: localized("History"),
      columns: [localized("Time"), localized("Change"), localized("Details")],
      lines: history.indices.map { index in
        let entry = history[index]
        let before = history.indices.contains(index + 1) ? history[index + 1].record : nil
        return [
          Format.full(entry.at), entry.headline(), changes(entry.record, before, cover),
        ]
      }, empty: localized("No history."))
  }

  private func changes(_ record: Record?, _ before: Record?, _ cover: Redactor) -> String {
    guard let record, let before else { return "" }
    return detail.columns.filter { !$0.isSystem || $0.name == "deleted" }.compactMap { column in
      let (old, new) = (before.value(column.name), record.value(column.name))
      return old == new
        ? nil : "\(column.name): \(cover.show(old, column)) → \(cover.show(new, column))"
    }.joined(separator: "; ")
  }

  private var requests: SupportReport.Section {
    let rowsMax = Format.number(RowActions.undoMax)
    return SupportReport.Section(
      title: localized("Actions in this console"),
      columns: [
        localized("Time"), localized("User"), localized("Address"), localized("Action"),
        localized("Rows"), localized("Request"),
      ],
      lines: audit.map { line in
        let rows = line.rows.map { Format.number($0) } ?? "–"
        return [line.at, line.who.actorName, line.address, line.action, rows, line.requestID]
      },
      empty: localized("None."),
      note: localized(
        "The latest 100 actions on this row. Actions on several rows are listed while they can be "
          + "undone; actions on more than \(rowsMax) rows are not listed."))
  }
}

extension RowState {
  fileprivate var words: String {
    switch self {
    case .synced: localized("synced")
    case .pending: localized("pending")
    case .sending: localized("sending")
    case .failed: localized("failed")
    case .conflict: localized("conflict")
    }
  }
}

extension OperationState {
  fileprivate var words: String {
    switch self {
    case .pending: localized("pending")
    case .blocked: localized("blocked")
    case .sending: localized("sending")
    case .unknown: localized("unknown")
    case .failed: localized("failed")
    case .conflict: localized("conflict")
    }
  }
}

extension DiagnosisCheck.Result {
  /// What stands beside a finding, where “no” would read as if the finding were wrong.
  fileprivate var words: String {
    switch self {
    case .ok: localized("fine")
    case .warn: localized("warning")
    case .no: localized("failed")
    case .skipped: localized("skipped")
    case .unknown: localized("unknown")
    }
  }
}
