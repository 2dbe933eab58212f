import HTTPKit
import Support
import SyncCore
import TemplateKit

/// Errors by cause, each with one remedy for all of it, for `_causes.tpl`.
struct FamilyTable {
  var families: [ErrorFamily]
  var store: String
  var now: Timestamp
  var mayChange: Bool

  var lines: [TemplateDictionary] { families.map(line) }

  private func line(_ family: ErrorFamily) -> TemplateDictionary {
    let request = ErrorRequest(family)
    let count = Format.number(family.count)
    let list = Links.with(Links.errors(store), request.items(after: nil))
    var values: TemplateDictionary = [
      "ROW_CLASS": family.isConflict ? "r-conflict" : "r-failed", "HEADLINE": family.headline,
      "TABLE": family.table, "COUNT": count, "LIST_LINK": list,
      "ANSWER": family.status == 0 ? "no answer" : "HTTP \(family.status)",
    ]
    values.set(chip: "CHIP", Chip.error(isConflict: family.isConflict))
    values.set(time: "FIRST_AT", family.firstAt, now: now)
    values.set(time: "LAST_AT", family.lastAt, now: now)
    values.add(
      "LOOK",
      [
        "LINK": Links.error(store, family.exampleID),
        "LABEL": family.isConflict ? "Compare and choose" : "See and decide",
        "OF": family.count == 1 ? "" : "one",
      ])
    // A conflict that is sent again as it is only meets the same answer.
    if mayChange, !family.isConflict {
      values.add(
        "REMEDY",
        [
          "ACTION": Links.errorsBulk(store), "QUERY": request.filter.encoded,
          "EXPECT": "\(family.count)", "LABEL": "Retry \(count)",
        ])
    }
    if family.count > 1 { values.add("EVERY", ["LINK": list, "LABEL": "All \(count)"]) }
    return values
  }
}

extension ErrorFamily {
  /// What happened, in plain words.
  var headline: String {
    guard isConflict else { return cause.isEmpty ? "The server refused the change" : cause }
    return status == 409
      ? "The server has a row with this id already" : "The server has another version of the row"
  }
}
