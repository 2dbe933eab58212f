import HTTPKit
import Support
import SyncCore

/// Times that stand in the address of a row list.
extension RowListRequest {
  /// The address with every time that somebody typed as the moment that it means in `zone`, so that
  /// links to other zones keep the same rows.
  static func settled(
    _ items: QueryItems, _ columns: [Column], _ zone: PageZone
  ) -> QueryItems {
    let dates = UTF8Set(columns.filter { $0.type == .date }.map(\.name))
    guard !dates.isEmpty else { return items }
    let names = UTF8Set(columns.map(\.name))
    var settled = items
    for (position, item) in items.items.enumerated() where !reserved.contains(item.name) {
      let filter = filter(item, columns: names)
      guard dates.contains(filter.column) else { continue }
      settled.items[position].value = Self.settled(item.value, filter.op, zone)
    }
    return settled
  }

  /// The value of a condition on a date; comparisons of its letters stay as they are.
  static func settled(_ value: String, _ op: FilterOperator, _ zone: PageZone) -> String {
    switch op {
    case .equals, .not, .gt, .gte, .lt, .lte: zone.settled(value)
    case .in where !value.trimmed.hasPrefix("["):
      FilterList.values(value).map(zone.settled).joined(separator: ",")
    case .in, .contains, .starts, .null: value
    }
  }
}
