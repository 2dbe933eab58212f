import Support
import SyncCore
import TemplateKit

/// What only a person can settle, one line per cause and table.
struct OverviewProblems {
  let store: String
  let tables: [TableSummary]
  let families: [ErrorFamily]
  let rights: RowRights
  let now: Timestamp

  /// At most this many causes are shown.
  static let shownMax = 12

  /// Conflicts first, then refusals, then tables that were never pulled.
  var list: [TemplateDictionary] { families.map(line) + neverPulled }

  private func line(_ family: ErrorFamily) -> TemplateDictionary {
    let rows = Format.count(family.count, "row")
    let since = Format.time(family.firstAt, now: now)
    let chip = Chip.error(isConflict: family.isConflict)
    let cause = family.cause.isEmpty ? "it gave no reason" : family.cause
    var values: TemplateDictionary = [
      "CHIP": chip.look.rawValue, "CHIP_WORD": chip.word,
      "HEADLINE": family.isConflict
        ? "\(rows) \(family.count == 1 ? "was" : "were") changed here and on the server"
        : "The server refused \(rows): \(cause)",
      "DETAIL": family.isConflict
        ? "\(family.table), since \(since). Both versions are kept until you choose."
        : "\(family.table), since \(since)."
          + (family.status == 0 ? "" : " HTTP \(family.status)."),
    ]
    let list = Links.with(Links.errors(store), ErrorRequest(family).items(after: nil))
    values.add(
      "OPEN",
      [
        "LINK": family.count == 1 ? Links.error(store, family.exampleID) : list,
        "LABEL": family.count > 1
          ? "See all \(Format.number(family.count))"
          : family.isConflict ? "Compare and choose" : "See the answer",
      ])
    return values
  }

  private var neverPulled: [TemplateDictionary] {
    tables.filter { $0.lastPull == nil && $0.isConfigured }.map { table in
      let held = table.live + table.deleted
      var values: TemplateDictionary = [
        "CHIP": Chip.Look.blocked.rawValue, "CHIP_WORD": "Not pulled",
        "HEADLINE": "\(table.name) has never been pulled",
        "DETAIL": held == 0
          ? "It holds no rows here." : "It holds \(Format.count(held, "row")) here.",
        "TABLE": table.name,
      ]
      values.add("PULL", list: rights.syncs ? [["ACTION": Links.pull(store)]] : [])
      return values
    }
  }
}
