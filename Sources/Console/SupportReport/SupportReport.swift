import JSONKit
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
  let detail: RowDetail
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
    let rows: String
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
    var facts = [
      ("Store", store.environment.isEmpty ? store.name : "\(store.name), \(store.environment)")
    ]
    facts.append(("Server", "\(store.remoteKind), \(store.remoteURL)"))
    facts.append(("Table", detail.table))
    facts.append(("Row", detail.record.id))
    facts.append(("State", detail.state.rawValue + (detail.deleted ? ", deleted" : "")))
    facts.append(("Version here", (detail.base ?? detail.record).version ?? "none"))
    if let server = detail.server {
      facts.append(("Version on the server", server.version ?? "none"))
    }
    facts.append(("Shown", shown))
    facts.append(("Created", "\(Format.full(context.now)) by \(context.who)"))
    facts.append(("Request", context.requestID))
    return facts.map { (name: $0.0, text: $0.1) }
  }

  /// What really is covered: a column that the table does not have covers nothing.
  private var shown: String {
    guard redaction == .columns else { return redaction.title }
    let covered = masked.filter { name in detail.columns.contains { $0.name === name } }
    return covered.isEmpty
      ? "Everything: no column of this table is configured to be redacted"
      : "All but \(covered.joined(separator: ", ")), redacted as configured"
  }

  private func values(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: "Values", columns: ["Column", "Type", "This store", "Base", "Server"],
      lines: detail.columns.map { column in
        let copies = [detail.record, detail.base, detail.server].map { record in
          cover.show(record?.value(column.name), column)
        }
        return [column.name, column.type.title] + copies
      }, empty: "No columns.")
  }

  private func why(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: "Why is it not synced?", columns: ["Check", "Result", "Evidence"],
      lines: detail.state == .synced
        ? [] : detail.why.map { [$0.finding, $0.result.words, cover.scrub($0.evidence)] },
      empty: "The row is synced.")
  }

  private func operations(_ cover: Redactor) -> SupportReport.Section {
    SupportReport.Section(
      title: "Pending operations",
      columns: ["Operation", "Kind", "State", "Queued", "By", "Columns"],
      lines: detail.operations.map { operation in
        let info = operation.info
        return [
          "\(info.id)", info.kind.name, info.state.rawValue, Format.full(info.queuedAt),
          operation.queuedBy ?? "–", operation.changed.names.joined(separator: ", "),
        ]
      }, empty: "No pending operations.")
  }

  private func attempts(_ cover: Redactor) -> SupportReport.Section {
    let lines = detail.operations.flatMap { operation in
      operation.attempts.map { attempt in
        [
          "\(operation.info.id)", "\(attempt.number)", Format.full(attempt.startedAt),
          Format.duration(milliseconds: Int64(attempt.durationMilliseconds)),
          attempt.status.map { "HTTP \($0)" } ?? "no response", attempt.outcome,
          cover.scrub(attempt.message ?? ""), Self.requestID(attempt),
        ]
      }
    }
    return SupportReport.Section(
      title: "Attempts",
      columns: [
        "Operation", "Attempt", "Sent", "Duration", "Response", "Outcome", "Message", "Request",
      ],
      lines: lines, empty: noAttempts)
  }

  private var noAttempts: String {
    guard detail.operations.isEmpty else { return "No pending operation was sent yet." }
    let wasSent = detail.history.contains { $0.source == .push }
    return "No pending operations."
      + (wasSent ? " Attempts of completed operations are not kept." : "")
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
      title: "Errors", columns: ["Time", "Response", "Code", "Message"],
      lines: detail.errors.map { error in
        [
          Format.full(error.at), error.answer,
          "\(error.code)", cover.scrub(error.message),
        ]
      }, empty: "No errors.")
  }

  private func history(_ cover: Redactor) -> SupportReport.Section {
    let history = detail.history
    return SupportReport.Section(
      title: "History", columns: ["Time", "Change", "By", "Details"],
      lines: history.indices.map { index in
        let entry = history[index]
        let before = history.indices.contains(index + 1) ? history[index + 1].record : nil
        return [
          Format.full(entry.at), entry.words, entry.by ?? "sync",
          changes(entry.record, before, cover),
        ]
      }, empty: "No history.")
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
    SupportReport.Section(
      title: "Actions in this console",
      columns: ["Time", "User", "Address", "Action", "Rows", "Request"],
      lines: audit.map { [$0.at, $0.who, $0.address, $0.action, $0.rows, $0.requestID] },
      empty: "None.",
      note: "The latest 100 actions on this row. Actions on several rows are listed while they can "
        + "be undone; actions on more than \(Format.number(RowActions.undoMax)) "
        + "rows are not listed.")
  }
}

extension DiagnosisCheck.Result {
  /// What stands beside a finding, where “no” would read as if the finding were wrong.
  fileprivate var words: String {
    switch self {
    case .ok: "fine"
    case .warn: "warning"
    case .no: "failed"
    case .skipped: "skipped"
    case .unknown: "unknown"
    }
  }
}
