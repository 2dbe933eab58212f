import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The changes that were collapsed into one operation, and those no longer sent.
struct CollapsedChanges {
  let detail: OperationDetail
  let columns: [Column]
  let now: Timestamp
  /// So many columns of a step are shown with their values.
  private static let shownMax = 5

  /// Nil for an operation that is one change and nothing else.
  var values: TemplateDictionary? {
    guard detail.story.count > 1 else { return nil }
    var values: TemplateDictionary = ["SENTENCE": sentence]
    var before = detail.base
    values.add(
      "STEP",
      list: detail.story.map { entry in
        defer { before = entry.record ?? before }
        return step(entry, after: before)
      })
    if let lost { values.add("LOST", ["TEXT": lost]) }
    return values
  }

  /// The path in one line, such as `insert → update ×3 → delete` and what it became.
  private var sentence: String {
    var groups: [(kind: String, count: Int)] = []
    for entry in detail.story {
      if groups.last?.kind == entry.kind {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((entry.kind, 1))
      }
    }
    let path = groups.map { group in
      let name = OperationKind(named: group.kind)?.noun ?? group.kind
      return group.count == 1 ? name : "\(name) ×\(group.count)"
    }.joined(separator: " → ")
    let changes = Format.count(detail.story.count, "change")
    return localized("\(path): \(changes) combined into one \(detail.info.kind.noun).")
  }

  private func step(_ entry: HistoryEntry, after before: Record?) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "NAME": OperationKind(named: entry.kind)?.title ?? entry.kind.capitalizedWord
    ]
    values.set(time: "AT", entry.at, now: now)
    if let by = entry.by { values.add("BY", ["TEXT": by.actorName]) }
    if let record = entry.record, entry.kind != "delete" {
      let names = record.values.names.filter {
        record.value($0) != before?.value($0) ?? .null
      }
      if let before, !names.isEmpty {
        values.add("CHANGE", list: names.prefix(Self.shownMax).map { change($0, before, record) })
        if names.count > Self.shownMax {
          let more = Format.count(names.count - Self.shownMax, "more column")
          values.add("MORE", ["TEXT": localized("and \(more)")])
        }
      } else if !names.isEmpty {
        values.add("COLUMNS", ["TEXT": names.joinedAsList()])
      }
    }
    return values
  }

  private func change(
    _ name: String, _ before: Record, _ after: Record
  ) -> TemplateDictionary {
    let column = columns.first { $0.name === name } ?? Column(name, .text)
    var values: TemplateDictionary = ["COLUMN": name]
    for (place, record) in [("BEFORE_VALUE", before), ("AFTER_VALUE", after)] {
      values.add(
        place,
        ValueDifference(column: column, before: nil, after: record.value(name), isBrief: true)
          .values)
    }
    return values
  }

  /// A delete sends no values: what was changed before it reaches nobody.
  private var lost: String? {
    guard detail.info.kind == .delete, let base = detail.base, let last = detail.item else {
      return nil
    }
    let names = last.values.names.filter { last.value($0) != base.value($0) }
    guard !names.isEmpty else { return nil }
    let columns = names.joinedAsList()
    return localized("changes to \(columns). They are in the row’s history.")
  }
}
