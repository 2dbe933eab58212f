import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// What somebody staged of a table, as its list of rows shows it.
struct StagedInList: Sendable {
  private let changes: UTF8Dictionary<StagedChange>
  /// How many of the table's rows have staged changes.
  let rowCount: Int

  /// - Parameter rowCount: Less than there are changes where some insert a row again.
  init(_ changes: [StagedChange] = [], rowCount: Int = 0) {
    self.changes = UTF8Dictionary(changes.map { ($0.itemID, $0) }) { $1 }
    self.rowCount = rowCount
  }

  func has(_ id: String) -> Bool { changes[id] != nil }

  /// The staged values, as records.
  var records: [Record] {
    changes.values.map { Record(id: $0.itemID, values: $0.values) }
  }

  /// The staged value of a cell; nil where nothing is staged for it.
  func value(of column: Column, in id: String) -> JSONValue? {
    guard !changes.isEmpty, let change = changes[id], !change.isInsert else { return nil }
    return change.values[column.name]
  }
}

/// The rows of a list that have staged changes of whoever asks.
extension RowListRequest {
  /// The view of these rows, deleted ones too.
  static let stagedView = "staged"
  /// Narrows any other view to them.
  static let stagedParameter = "_staged"
  static let views = RowView.allCases.map(\.rawValue) + [stagedView]

  /// Selects the rows with one of `ids`.
  static func stagedFilter(_ ids: [String]) -> RowFilter {
    let id = SystemColumn.id.rawValue
    // A list of values can’t be empty, and no row is without an id.
    guard !ids.isEmpty else { return RowFilter(id, .null, "true") }
    return RowFilter(id, .in, JSONValue.array(ids.map { .string($0) }).serializedText)
  }

  /// The view as the address names it.
  var viewName: String { isStaged && view == .all ? Self.stagedView : view.rawValue }

  /// What selects the rows that match `conditions`: the rows of a staged list stay the staged ones.
  func filters(of conditions: [Condition]) -> [RowFilter] {
    conditions.map(references.filter) + (isStaged ? [Self.stagedFilter(stagedRows)] : [])
  }

  /// What selects the rows of this list that have staged changes.
  var stagedFilters: [RowFilter] {
    isStaged ? query.filters : query.filters + [Self.stagedFilter(stagedRows)]
  }

  /// Another view with the same conditions.
  func link(showing view: RowView, isStaged: Bool = false) -> String {
    link {
      $0.show(view, isStaged: isStaged)
      if view == .live, !isStaged { $0["view"] = nil }
    }
  }
}

extension QueryItems {
  /// Makes them the query of a view, or of its rows with staged changes.
  mutating func show(_ view: RowView, isStaged: Bool) {
    self["view"] = isStaged && view == .all ? RowListRequest.stagedView : view.rawValue
    self[RowListRequest.stagedParameter] = isStaged && view != .all ? "1" : nil
  }
}

extension ConsoleServices {
  /// The ids of a table's rows that `owner` has staged changes for.
  func stagedRows(
    of table: String, in store: StoreHandle, for owner: String
  ) async throws -> [String] {
    try await data.stagedChanges(owner: owner, store: store.name)
      .filter { $0.table === table }.map(\.itemID)
  }
}
