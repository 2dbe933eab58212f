import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import Zones

/// What an address asks of the audit.
struct AuditQuery: PagedRequest {
  static let usualSize = 50
  static let sizeMax = 500
  /// More entries than this are not counted for a page.
  static let countMax = RowCount.bound

  let items: QueryItems
  let filter: AuditFilter
  var size: Int
  let cursor: ListCursor

  /// Refuses what cannot be read: a filter that is passed over shows too much.
  init(_ items: QueryItems) throws {
    self.items = items
    var filter = AuditFilter()
    filter.who = Self.text(items["user"])
    filter.action = Self.text(items["action"])
    filter.store = Self.text(items["store"])
    filter.table = Self.text(items["table"])
    filter.text = Self.text(items["q"]?.trimmed)
    if let result = Self.text(items["result"]) {
      guard let known = AuditRecord.Result(rawValue: result) else {
        throw Self.refusal(
          localized("“\(result)” is not a result. Use done, denied or failed."))
      }
      filter.result = known
    }
    filter.from = try Self.moment(items["from"])
    if let until = try Self.moment(items["to"]) {
      // A day alone means all of it.
      let isDay = (items["to"] ?? "").trimmed.count == 10
      filter.until = isDay ? Self.dayAfter(until) : until
    }
    cursor = ListCursor(items)
    filter.before = try Self.entry(cursor.after, ListCursor.afterParameter)
    filter.newerThan = try Self.entry(cursor.before, ListCursor.beforeParameter)
    self.filter = filter
    size = try Self.size(items["size"])
  }

  /// Whether the address narrows the audit down.
  var isFiltered: Bool {
    ["user", "action", "store", "table", "q", "result", "from", "to"].contains { name in
      Self.text(items[name]) != nil
    }
  }

  private static func text(_ value: String?) -> String? {
    value.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func entry(_ value: String?, _ name: String) throws -> Int64? {
    guard let value else { return nil }
    guard let entry = Int64(value), entry > 0 else {
      throw refusal(localized("“\(name)” must be the number of an entry, and “\(value)” is not."))
    }
    return entry
  }

  private static func size(_ value: String?) throws -> Int {
    guard let value = text(value) else { return usualSize }
    guard let size = Int(value), (1...sizeMax).contains(size) else {
      throw refusal(
        localized("“\(value)” is not a page size. Use a number from 1 to \(sizeMax)."))
    }
    return size
  }

  private static func moment(_ value: String?) throws -> Timestamp? {
    guard let value = text(value?.trimmed) else { return nil }
    guard let moment = PageZone.current.moment(inControl: value) else {
      throw refusal(
        localized("“\(value)” is not a time. Use 2026-11-21 or 2026-11-21T14:30:00Z."))
    }
    return moment
  }

  /// The beginning of the next day: not every day has 24 hours.
  private static func dayAfter(_ midnight: Timestamp) -> Timestamp {
    let zone = PageZone.current.typed
    return zone.moment(showing: zone.reading(at: midnight).adding(seconds: 86_400))
  }

  /// The address with its times as moments, for links to other time zones.
  var settled: QueryItems {
    var settled = items
    if let from = filter.from { settled["from"] = Format.settled(from, in: .utc) }
    if let until = filter.until { settled["to"] = Format.settled(until, in: .utc) }
    return settled
  }

  var unpaged: QueryItems {
    var unpaged = items
    ListCursor().write(to: &unpaged)
    unpaged[Self.sizeParameter] = nil
    return unpaged
  }

  private static func refusal(_ reason: String) -> ConsoleError {
    ConsoleError(
      400, title: localized("Invalid audit filter"), reason: reason, code: "bad_request",
      links: [.init(localized("Newest entries"), Links.audit)])
  }
}
