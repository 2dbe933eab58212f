import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What a pull would change here.
struct PullPreviewPage {
  var facts: StorePageContext
  var preview: PullPreview

  private var previews: [TablePullPreview] { preview.queries }
  private var pushedFirst: UTF8Dictionary<Int> { preview.pushedFirst }
  private var pushCount: Int { pushedFirst.values.reduce(0, +) }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SYNC_LINK", Links.sync(facts.store))
    values.set("PULL_ACTION", Links.pull(facts.store))
    values.set("SUMMARY", summary)
    addCheck(to: &values)
    values.set(
      "PULL_WORDS",
      pushCount == 0
        ? localized("Pull now")
        : localized("Push \(Format.count(pushCount, "change")), then pull"))
    if pushCount > 0 { values.add("PUSHED_FIRST", ["TEXT": pushWords]) }
    values.show(
      "CAN_PULL", if: facts.mayChange && !preview.readable.isEmpty && preview.run == nil)
    values.set("PREVIEW_KEY", preview.key)
    if let run = preview.run {
      values.add(
        "USED", ["LINK": Links.run(facts.store, run), "RUN": localized("run \(run)")])
    }
    values.add(
      "AGAIN",
      list: preview.run != nil || facts.mayChange && preview.failure != nil ? [again] : [])
    values.set("CLOSE_WORDS", preview.run == nil ? localized("Cancel") : localized("Close"))
    values.add("QUERY", list: previews.map(line))
    values.show("NO_QUERIES", if: previews.isEmpty)
    let examples = previews.flatMap { preview in
      preview.examples.map { example($0, in: preview.table) }
    }
    values.add("EXAMPLE", list: examples)
    values.add("NO_EXAMPLES", list: examples.isEmpty ? [noExamples] : [])
    let remarks = previews.flatMap { query in
      let failure = preview.failure == nil ? query.failure : nil
      return query.warnings + (failure.map { [labelled(query.table, $0)] } ?? [])
    }
    values.add("REMARK", list: remarks.map { ["TEXT": $0] })
    return values
  }

  /// When the server was asked, or that it could not be.
  private func addCheck(to values: inout TemplateDictionary) {
    if let failure = preview.failure {
      values.add(
        "UNCHECKED",
        .uncheckedPreview(
          failure,
          localized("The effect of a pull is unknown. Nothing was sent or changed.")))
    } else if previews.isEmpty {
      values.show("UNASKED")
    } else {
      values.show("CHECKED")
      values.set(time: "AT", preview.at, now: facts.now)
    }
  }

  private var noExamples: TemplateDictionary {
    if preview.failure != nil {
      return [
        "HEADLINE": localized("Nothing was read."),
        "TEXT": localized("The effect of a pull is unknown."),
      ]
    }
    return preview.readable.count < previews.count
      ? [
        "HEADLINE": localized("No changes found."),
        "TEXT": localized("Only some of the tables could be read."),
      ]
      : [
        "HEADLINE": localized("No rows change."),
        "TEXT": localized("The store matches the server as far as it was read."),
      ]
  }

  /// The form that takes the same preview again.
  private var again: TemplateDictionary {
    var values: TemplateDictionary = ["PREVIEW_ACTION": Links.pullPreview(facts.store)]
    values.add("ASKED", list: (preview.tables ?? []).map { ["NAME": $0] })
    values.show("FULL", if: preview.isFull)
    return values
  }

  private var pushWords: String {
    let tables = pushedFirst.keys.sorted().joinedAsList()
    let pushed =
      pushCount == 1
      ? localized("The pull first pushes the 1 unsent change of \(tables).")
      : localized(
        "The pull first pushes the \(Format.number(pushCount)) unsent changes of \(tables).")
    return pushed + sentenceSpace
      + localized("Rows with unsent changes are shown as they are on the server before that push.")
  }

  private var summary: String {
    let changes = previews.reduce(0) { $0 + $1.changes }
    let failed = previews.filter { $0.failure != nil }.map(\.table)
    var sentences: [String] = []
    switch changes {
    case 0: if failed.isEmpty { sentences.append(localized("No rows change.")) }
    case 1: sentences.append(localized("\(Format.count(changes, "row")) changes."))
    default: sentences.append(localized("\(Format.count(changes, "row")) change."))
    }
    if preview.readable.contains(where: { !$0.isComplete }) {
      sentences.append(localized("The server has more rows than the preview read."))
    }
    if !failed.isEmpty {
      let tables = failed.joinedAsList()
      sentences.append(localized("\(tables) could not be read."))
    }
    return sentences.joinedAsSentences()
  }

  private func line(_ preview: TablePullPreview) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": preview.table, "LINK": Links.rows(facts.store, preview.table),
      "QUERY_ID": preview.queryID,
    ]
    for count in [
      preview.inserted, preview.updated, preview.deleted, preview.keptBeside, preview.unchanged,
    ] {
      values.addFigure(preview.failure == nil ? count : nil)
    }
    let badge =
      preview.failure != nil
      ? Badge(.failed, localized("Failed"))
      : preview.isComplete
        ? Badge(.done, localized("Complete")) : Badge(.warn, localized("First part"))
    values.set(badge: "CHIP", badge)
    return values
  }

  private func example(_ row: PreviewedRow, in table: String) -> TemplateDictionary {
    let isPushedFirst = row.effect == .keptBeside && pushedFirst[table] ?? 0 > 0
    let change = row.changeWords
    var values: TemplateDictionary = [
      "TABLE": table,
      "BECAUSE": isPushedFirst ? localized("\(change), pushed first") : change,
    ]
    values.set(badge: "CHIP", row.effect.badge)
    var id = TemplateDictionary()
    id.set(cutID: "ITEM", row.server.id)
    if row.local != nil { id.set("ROW_LINK", Links.row(facts.store, table, row.server.id)) }
    values.add(row.local == nil ? "ELSEWHERE" : "HERE", id)
    return values
  }
}

extension TablePullPreview {
  fileprivate var changes: Int { inserted + updated + deleted }

  /// - Parameter pushes: What a pull would push of this table first.
  func json(pushing pushes: [PreviewedSend]) -> JSONValue {
    [
      "table": .string(table), "queryId": .string(queryID), "received": .integer(Int64(received)),
      "inserted": .integer(Int64(inserted)), "updated": .integer(Int64(updated)),
      "deleted": .integer(Int64(deleted)), "unchanged": .integer(Int64(unchanged)),
      "keptBeside": .integer(Int64(keptBeside)), "complete": .bool(isComplete),
      "warnings": .array(warnings.map { .string($0) }), "failure": JSONValue(failure),
      "pushes": .array(pushes.map(\.json)),
      "examples": .array(
        examples.map { row in
          [
            "id": .string(row.server.id), "effect": .string(row.effect.rawValue),
            "server": JSONValue(row.server), "local": JSONValue(row.local),
          ]
        }),
    ]
  }
}

extension PreviewedRow.Effect {
  fileprivate var badge: Badge {
    switch self {
    case .inserted: Badge(.pending, localized("New"))
    case .updated: Badge(.sending, localized("Changed"))
    case .deleted: Badge(.deleted, localized("Deleted"))
    case .keptBeside: Badge(.blocked, localized("Kept"))
    }
  }
}

extension PreviewedRow {
  /// Which columns come with another value.
  fileprivate var changeWords: String {
    switch effect {
    case .inserted: return Format.count(server.values.names.count, "column")
    case .deleted:
      return local == nil ? localized("was never here") : localized("deleted on the server")
    case .keptBeside: return localized("has an unsent change here")
    case .updated:
      let names = server.values.names.filter { name in
        server.values[name] ?? .null != local?.values[name] ?? .null
      }
      guard !names.isEmpty else { return localized("version only") }
      let columns = names.prefix(4).joinedAsList()
      guard names.count > 4 else { return columns }
      return localized("\(columns) and \(Format.number(names.count - 4)) more")
    }
  }
}
