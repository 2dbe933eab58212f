import Support
import SyncCore
import TemplateKit

/// What only a person can settle, one line per cause and table.
struct OverviewProblems {
  let store: String
  let tables: [TableSummary]
  let errors: [OperationError]
  let rights: RowRights
  let now: Timestamp

  private struct Cause: Hashable {
    var table: String
    var isConflict: Bool
    var message: String
  }

  /// Conflicts first, then refusals, then tables that were never pulled.
  var list: [TemplateDictionary] {
    var causes: [(cause: Cause, errors: [OperationError])] = []
    for error in errors {
      let cause = Cause(
        table: error.table, isConflict: error.isConflict,
        message: error.isConflict ? "" : error.message)
      if let index = causes.firstIndex(where: { $0.cause == cause }) {
        causes[index].errors.append(error)
      } else {
        causes.append((cause, [error]))
      }
    }
    let conflicts = causes.filter(\.cause.isConflict)
    let refusals = causes.filter { !$0.cause.isConflict }
    return (conflicts + refusals).prefix(12).map { line($0.cause, $0.errors) } + neverPulled
  }

  private func line(_ cause: Cause, _ errors: [OperationError]) -> TemplateDictionary {
    let rows = Format.count(errors.count, "row")
    let since = errors.map(\.at).min().map { Format.time($0, now: now) } ?? ""
    let status = errors.first?.status ?? 0
    let chip = cause.isConflict ? Chip(.conflict, "Conflict") : Chip(.failed, "Failed")
    var values: TemplateDictionary = [
      "CHIP": chip.look.rawValue, "CHIP_WORD": chip.word,
      "HEADLINE": cause.isConflict
        ? "\(rows) \(errors.count == 1 ? "was" : "were") changed here and on the server"
        : "The server refused \(rows): \(cause.message)",
      "DETAIL": cause.isConflict
        ? "\(cause.table), since \(since). Both versions are kept until you choose."
        : "\(cause.table), since \(since)." + (status == 0 ? "" : " HTTP \(status)."),
    ]
    let link =
      errors.count == 1 ? Links.error(store, errors[0].id) : Links.errors(store)
    values.add(
      "OPEN",
      [
        "LINK": link, "LABEL": cause.isConflict ? "Compare and choose" : "See the answer",
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
