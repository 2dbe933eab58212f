import JSONKit
import Support
import SyncCore
import TemplateKit

/// What happened to a row.
struct RowHistoryPage {
  static let template = "row-history"

  let head: RowHead
  let now: Timestamp

  var title: String { head.title }

  var values: TemplateDictionary {
    var values = head.values
    let history = head.detail.history
    values.add(
      "ENTRY",
      list: history.indices.map { index in
        let entry = history[index]
        let older = history.indices.contains(index + 1) ? history[index + 1].record : nil
        return [
          "ISO": entry.at.wholeSeconds, "TIME": Format.full(entry.at).replacingUTC,
          "WHAT": entry.words, "BY": entry.by ?? "the sync", "DETAIL": detail(entry, older),
        ]
      })
    values.show("NO_HISTORY", if: history.isEmpty)
    return values
  }

  /// What differs from the entry before, or the values when there is none.
  private func detail(_ entry: HistoryEntry, _ older: Record?) -> String {
    guard let record = entry.record else { return "" }
    let changed = head.detail.columns.filter { column in
      guard !column.isSystem || column.name == "deleted" else { return false }
      let value = record.value(column.name)
      guard let older else { return !value.isNull && !column.isSystem }
      return older.value(column.name) != value
    }
    let parts = changed.map { column in
      let value = show(record, column)
      guard let older else { return "\(column.name) \(value)" }
      return "\(column.name) from \(show(older, column)) to \(value)"
    }
    return parts.isEmpty ? "No value changed" : parts.joined(separator: ", ")
  }

  private func show(_ record: Record, _ column: Column) -> String {
    let cell = Cell(full: record.value(column.name), column)
    if case .plain(let text) = cell, column.type == .text { return "“\(text.prefix(80))”" }
    return String(cell.text.prefix(80))
  }
}

extension HistoryEntry {
  /// What happened, as the beginning of a line.
  var words: String {
    switch source {
    case .local:
      switch kind {
      case "insert": "Inserted here"
      case "update": "Changed here"
      case "delete": "Deleted here"
      case "undelete": "Undeleted here"
      default: "\(kind) here"
      }
    case .push: "The server took the \(kind)"
    case .pull: "Pulled from the server: \(kind)"
    case .resolve: "Resolved: \(kind)"
    }
  }
}

extension String {
  /// Without the " UTC" that the column's head says already.
  fileprivate var replacingUTC: String { hasSuffix(" UTC") ? String(dropLast(4)) : self }
}

/// The copies of a row as JSON.
struct RowRawPage {
  static let template = "row-raw"

  let head: RowHead

  var title: String { head.title }

  var values: TemplateDictionary {
    let detail = head.detail
    var values = head.values
    var copies: [TemplateDictionary] = [
      copy(
        "here", "This store", detail.operations.isEmpty ? "as synced" : "with unsent changes",
        detail.record.json(detail.columns))
    ]
    if let base = detail.base {
      copies.append(copy("base", "Base", "last server copy synced", base.json))
    }
    if let server = detail.server {
      copies.append(copy("server", "Server", "newest copy known here", server.json))
    }
    values.add("COPY", list: copies)
    return values
  }

  private func copy(
    _ id: String, _ heading: String, _ remark: String, _ json: JSONValue
  ) -> TemplateDictionary {
    ["HEADING_ID": "h-\(id)", "HEADING": heading, "REMARK": remark, "TEXT": json.pretty]
  }
}
