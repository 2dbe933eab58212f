import JSONKit
import Support
import SyncCore
import TemplateKit

/// The changes that became one operation, and what of them is not sent any more.
struct OperationStory {
  let detail: OperationDetail
  let now: Timestamp

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
    let path = groups.map { $0.count == 1 ? $0.kind : "\($0.kind) ×\($0.count)" }
      .joined(separator: " → ")
    let count = Format.count(detail.story.count, "change")
    return "\(path): \(count) became one \(detail.info.kind.name)."
  }

  private func step(_ entry: HistoryEntry, after before: Record?) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "NAME": entry.kind.prefix(1).uppercased() + entry.kind.dropFirst()
    ]
    values.set(time: "AT", entry.at, now: now)
    if let by = entry.by { values.add("BY", ["TEXT": by]) }
    if let record = entry.record, entry.kind != "delete" {
      let names = record.values.names.filter {
        record.value($0) != before?.value($0) ?? .null
      }
      if !names.isEmpty { values.add("COLUMNS", ["TEXT": names.joined(separator: ", ")]) }
    }
    return values
  }

  /// A delete sends no values: what was changed before it reaches nobody.
  private var lost: String? {
    guard detail.info.kind == .delete, let base = detail.base, let last = detail.item else {
      return nil
    }
    let names = last.values.names.filter { last.value($0) != base.value($0) }
    return names.isEmpty
      ? nil : "the changes of \(names.joined(separator: ", ")). They are in the row’s history."
  }
}
