package import JSONKit
internal import Support
package import SyncCore

/// What undoes one action, kept as the detail of its audit entry.
///
/// It can be used once, and only while every row is still as the action left it: one that was changed
/// since and holds the same again by a later decision is not.
package struct UndoPlan: Sendable, Equatable {
  /// What undoing does, so the inverse of what was done.
  package enum Action: String, Sendable, CaseIterable {
    case undelete
    case delete
    /// Writes `values` back.
    case update
    /// Takes a row away that the action inserted.
    case insertRemove = "insert-remove"
    /// Takes everything back that was changed together: new rows go, others get `values` back.
    case revert
    /// Puts rows and their queue back as they were before a decision, which the store keeps.
    case decision
    /// Takes an import back, of which the store keeps every row.
    case importBack = "import-back"
  }

  package struct Row: Sendable, Equatable {
    package var id: String
    /// The fingerprint of the row right after the action.
    package var fingerprint: String
    /// For ``Action/update``, the values before the action; else empty.
    package var values: JSONObject
    /// The row's table where it is not the detail's own.
    package var table: String?
    /// For ``Action/revert``: the action made the row.
    package var isNew = false
    /// For ``Action/delete``: when and by whom the row had been deleted before the action.
    package var deletion: Deletion?
    /// The store's number of the decision that keeps what the row and its place in the queue were;
    /// nil where its values, or its being deleted, tell all.
    package var decision: Int64?

    package init(
      id: String, fingerprint: String, values: JSONObject = JSONObject(), deletion: Deletion? = nil
    ) {
      self.id = id
      self.fingerprint = fingerprint
      self.values = values
      self.deletion = deletion
    }
  }

  /// The fingerprint of a row that the action took away.
  static let gone = ""

  package var store: String
  package var table: String
  package var action: Action
  package var rows: [Row]
  /// The store's number of the decision that ``Action/decision`` takes back.
  package var decision: Int64?
  /// The comparison that the decision applied.
  package var run: Int64?
  /// The store's number of the import that ``Action/importBack`` takes back.
  package var importNumber: Int64?
  /// What the action wrote into the store's history; nil in entries of older versions.
  package var history: HistoryRange?
  /// The same for rows of further tables that the action changed too.
  package var further: [UndoPlan] = []

  /// - Parameter history: What the action wrote into the store's history.
  package init(
    store: String, table: String, action: Action, rows: [Row], history: HistoryRange? = nil
  ) {
    self.store = store
    self.table = table
    self.action = action
    self.rows = rows
    self.history = history
  }

  /// Takes a decision back; nil when the store kept nothing to take back.
  package init?(store: String, decision: Int64?) {
    guard let decision else { return nil }
    self.init(store: store, table: "", action: .decision, rows: [])
    self.decision = decision
  }

  /// Takes an import back.
  package init(store: String, table: String, importNumber: Int64) {
    self.init(store: store, table: table, action: .importBack, rows: [])
    self.importNumber = importNumber
  }

  /// One detail for all tables; nil when there is none.
  init?(_ parts: [UndoPlan]) {
    guard var first = parts.first else { return nil }
    first.further = Array(parts.dropFirst())
    self = first
  }

  /// The rows of all tables.
  var rowCount: Int { all.reduce(0) { $0 + $1.rows.count } }

  /// Itself and those of further tables.
  var all: [UndoPlan] { [self] + further }
}

extension UndoPlan {
  /// Nil when `json` is not such a detail.
  package init?(_ json: JSONValue) {
    guard let store = json["store"]?.string, let table = json["table"]?.string,
      let action = json["action"]?.string.flatMap(Action.init(rawValue:)),
      let items = json["rows"]?.array
    else { return nil }
    self.init(store: store, table: table, action: action, rows: [])
    for item in items {
      guard let id = item["id"]?.string, let fingerprint = item["fingerprint"]?.string else {
        return nil
      }
      var row = Row(
        id: id, fingerprint: fingerprint, values: item["values"]?.object ?? JSONObject())
      row.table = item["table"]?.string
      row.isNew = item["isNew"]?.bool ?? false
      row.decision = item["decision"]?.integer
      row.deletion = item["deletion"].map { deletion in
        Deletion(
          at: deletion["at"]?.string.flatMap { Timestamp($0) }, by: deletion["by"]?.string)
      }
      rows.append(row)
    }
    decision = json["decision"]?.integer
    run = json["run"]?.integer
    importNumber = json["import"]?.integer
    history = json["history"].flatMap(Self.span)
    further = (json["further"]?.array ?? []).compactMap { UndoPlan($0) }
  }

  package var json: JSONValue {
    var object: JSONObject = [
      "store": .string(store), "table": .string(table), "action": .string(action.rawValue),
      "rows": .array(
        rows.map { row in
          var object: JSONObject = [
            "id": .string(row.id), "fingerprint": .string(row.fingerprint),
            "values": .object(row.values),
          ]
          if let table = row.table { object["table"] = .string(table) }
          if row.isNew { object["isNew"] = true }
          object["decision"] = row.decision.map { .integer($0) }
          object["deletion"] = row.deletion.map { deletion in
            ["at": .init(deletion.at?.description), "by": .init(deletion.by)]
          }
          return .object(object)
        }),
    ]
    object["decision"] = decision.map { .integer($0) }
    object["run"] = run.map { .integer($0) }
    object["import"] = importNumber.map { .integer($0) }
    object["history"] = history.map { span in
      .array(span.ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] })
    }
    if !further.isEmpty { object["further"] = .array(further.map(\.json)) }
    return .object(object)
  }

  /// Older versions noted the newest entry after the action only.
  private static func span(_ json: JSONValue) -> HistoryRange? {
    if let mark = json.integer { return HistoryRange(upTo: mark) }
    guard let ranges = json.array else { return nil }
    return HistoryRange(
      ranges.compactMap { range in
        guard let first = range.array?.first?.integer, let last = range.array?.last?.integer,
          first <= last
        else { return nil }
        return first...last
      })
  }
}
