import HTTPKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Errors by cause, each with one remedy for all of it, for `Errors/_error-groups.tpl`.
struct ErrorGroupTable {
  var families: ErrorGroups
  var store: String
  var now: Timestamp
  var mayChange: Bool
  /// The newest operation when they were counted.
  var newest: Int64
  /// Where all causes are listed; nil on that list itself.
  var allLink: String?
  /// The list that a remedy leads back to, and its query.
  var back: (list: String, query: String)

  /// Adds `CAUSES` where there are any.
  func add(to values: inout TemplateDictionary) {
    guard !families.groups.isEmpty else { return }
    var section = TemplateDictionary()
    section.add("CAUSE", list: families.groups.map(line))
    if families.moreCauses > 0 {
      var more: TemplateDictionary = [
        "TEXT": "\(Format.count(families.moreCauses, "more cause")) with "
          + Format.count(families.moreErrors, "operation")
      ]
      if let allLink { more.add("ALL", ["LINK": allLink]) }
      section.add("MORE_CAUSES", more)
    }
    values.add("CAUSES", section)
  }

  private func line(_ family: ErrorGroup) -> TemplateDictionary {
    let request = ErrorRequest(family)
    let count = Format.number(family.count)
    let list = Links.with(Links.errors(store), request.items(after: nil))
    var values: TemplateDictionary = [
      "ROW_CLASS": family.kind.rule, "HEADLINE": family.headline,
      "TABLE": family.table, "COUNT": count, "LIST_LINK": list,
      "ANSWER": family.status == 0 ? "no response" : "HTTP \(family.status)",
    ]
    values.set(badge: "CHIP", Badge(family.kind))
    values.set(time: "FIRST_AT", family.firstAt, now: now)
    values.set(time: "LAST_AT", family.lastAt, now: now)
    values.add(
      "LOOK",
      [
        "LINK": Links.error(store, family.exampleID),
        "LABEL": family.kind.remedy,
        "OF": family.count == 1 ? "" : "one",
      ])
    // A conflict that is sent again as it is only meets the same answer.
    if mayChange, family.kind == .failed {
      values.add(
        "REMEDY",
        [
          "ACTION": Links.errorsBulk(store), "QUERY": request.filter.encoded,
          "EXPECT": "\(family.count)", "UNTIL": family.lastAt.description,
          "LABEL": "Retry \(count)",
          "FROM": back.list, "BACK_QUERY": back.query,
        ])
    }
    // Of these the next push finds out by itself.
    if mayChange, family.kind == .unknown {
      values.add(
        "PUSH",
        [
          "ACTION": Links.push(store), "QUERY": request.filter.encoded, "UP_TO": "\(newest)",
          "LABEL": "Push \(count)",
        ])
    }
    if family.count > 1 { values.add("EVERY", ["LINK": list, "LABEL": "All \(count)"]) }
    return values
  }
}

extension ErrorGroup {
  /// What happened, in plain words.
  var headline: String {
    switch kind {
    case .failed: return cause.isEmpty ? "The server rejected the change" : cause.withFewGaps
    case .unknown:
      // What happens next is said once, on the page of each.
      let end = cause.firstRange(of: OperationError.keptHere)?.lowerBound ?? cause.endIndex
      return String(cause[..<end]).withFewGaps
    case .conflict: break
    }
    if isDeletedThere { return "Deleted on the server" }
    return status == 409
      ? "The server already has a row with this id" : "The server has a newer version"
  }
  /// True for conflicts with a tombstone: this store itself names their cause.
  var isDeletedThere: Bool { kind == .conflict && cause.contains(OperationError.deletedSince) }
}

extension String {
  /// A cause whose left out words are one gap where nothing but marks stands between them, as in an
  /// address.
  var withFewGaps: String { replacing(/…(?:[.:\/,-]*…)+/, with: "…") }
}
