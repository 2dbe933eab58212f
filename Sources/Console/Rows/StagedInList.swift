import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// What somebody staged of a table, as its list of rows shows it.
struct StagedInList: Sendable {
  /// More rows than an address holds are shown on the page of staged changes.
  private static let linkedMax = 100

  private let changes: UTF8Dictionary<StagedChange>
  private let changesLink: String

  init(_ changes: [StagedChange] = [], in store: String = "", _ table: String = "") {
    self.changes = UTF8Dictionary(changes.map { ($0.itemID, $0) }) { $1 }
    changesLink = Links.changes(store)
  }

  var count: Int { changes.count }

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

  /// Leads to the rows that have staged changes; nil without any.
  func link(in request: RowListRequest) -> String? {
    guard !changes.isEmpty else { return nil }
    guard count <= Self.linkedMax else { return changesLink }
    return Links.with(
      request.path, .init([.init("view", RowView.all.rawValue), .init(Self.parameter, ids)]))
  }

  func isShown(by request: RowListRequest) -> Bool {
    !changes.isEmpty && request.view == .all && request.conditions.count == 1
      && request.conditions[0].parameter == Self.parameter
      && request.conditions[0].filter.value == ids
  }

  private static let parameter = RowListRequest.parameter(SystemColumn.id.rawValue, .in)

  private var ids: String {
    JSONValue.array(changes.keys.sorted().map { .string($0) }).serializedText
  }
}
