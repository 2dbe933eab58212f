import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// A question before an action that cannot be taken back, or that changes many rows.
struct ConfirmPage {
  static let template = "Confirmation/confirm"

  struct Sample {
    var title: String
    var link: String
    var badge: Badge
    var changedAt: Timestamp?
    /// When and by whom the row was deleted, in place of when it changed; nil where that is not asked.
    var deletion: Deletion?

    init(_ row: ListedRow, store: String, table: String, name: RowTitle) {
      title = name.title(row.record)
      link = Links.row(store, table, row.id)
      badge = Badge(row.state, deleted: row.deleted)
      changedAt = row.record.updatedAt.flatMap { Timestamp($0) }
    }
  }

  /// What has to be done before; there is no button then.
  struct Obstacle {
    var text: String
    var ways: [(label: String, link: String)]
  }

  let store: String
  /// The page that Cancel goes back to.
  let from: (name: String, link: String)
  /// The table above it in the breadcrumb; nil where the page itself is one of the table or store.
  var table: String?
  let headline: String
  let isDangerous: Bool
  let consequence: String
  let explanation: String
  let samples: [Sample]
  let sampleCaption: String
  var showAll: (text: String, link: String)?
  let facts: [(name: String, text: String)]
  let action: String
  let hidden: [QueryItems.Item]
  /// What has to be typed; nil when a click is enough.
  var typed: String?
  /// What has to be ticked to lose unsent changes; nil when there are none.
  var force: String?
  /// What the answer before had ticked and filled in, so that nobody has to do it again.
  var isForced = false
  var reason = ""
  let button: String
  /// Nil where the answer can be given.
  var obstacle: Obstacle?
  var export: String?
  /// Why the answer before was not taken.
  var problem: String?
  let now: Timestamp

  var title: String { headline }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "FROM": from.name,
      "FROM_LINK": from.link, "HEADLINE": headline, "TONE": isDangerous ? "fail" : "warn",
      "CONSEQUENCE": consequence, "EXPLANATION": explanation, "SAMPLE_CAPTION": sampleCaption,
      "CONFIRM_ACTION": action, "CANCEL_LINK": from.link,
    ]
    addButton(to: &values)
    if let table {
      values.add("TABLE_CRUMB", ["NAME": table, "LINK": Links.rows(store, table)])
    }
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    values.show("NO_PROBLEM", if: problem == nil)
    values.add("SAMPLE", list: samples.map(line))
    values.show("NO_SAMPLES", if: samples.isEmpty)
    values.add("SHOW_ALL", list: showAll.map { [["TEXT": $0.text, "LINK": $0.link]] } ?? [])
    values.add("FACT", list: facts.map { ["NAME": $0.name, "TEXT": $0.text] })
    values.add("HIDDEN", list: hidden.map { ["NAME": $0.name, "VALUE": $0.value] })
    let typed = obstacle == nil ? typed : nil
    values.add("TYPED", list: typed.map { [["TEXT": $0, "REASON": reason]] } ?? [])
    values.add(
      "FORCE",
      list: force.map { text in
        var box: TemplateDictionary = ["TEXT": text]
        box.show("TICKED", if: isForced)
        return [box]
      } ?? [])
    let words =
      samples.count == 1 ? localized("Export row first") : localized("Export rows first")
    values.add("EXPORT", list: export.map { [["LINK": $0, "TEXT": words]] } ?? [])
    return values
  }

  private func addButton(to values: inout TemplateDictionary) {
    let look = isDangerous ? "danger full" : "primary"
    values.add(
      "SUBMIT", list: obstacle == nil ? [["BUTTON": button, "BUTTON_CLASS": look]] : [])
    guard let obstacle else { return values.add("OBSTACLE", list: []) }
    var part: TemplateDictionary = ["TEXT": obstacle.text]
    part.add("WAY", list: obstacle.ways.map { ["LABEL": $0.label, "LINK": $0.link] })
    values.add("OBSTACLE", part)
  }

  private func line(_ sample: Sample) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TITLE": sample.title, "LINK": sample.link, "CHIP": sample.badge.look.rawValue,
      "CHIP_WORD": sample.badge.word,
    ]
    let moment = sample.deletion.map(\.at) ?? sample.changedAt
    values.show("IS_CHANGED", if: sample.deletion == nil && moment != nil)
    values.add("STAMP", list: moment.map { [stamp($0, now: now)] } ?? [])
    values.add(
      "DELETION",
      list: sample.deletion.map { deletion in
        [["DELETER": deletion.by?.actorName ?? localized("somebody else")]]
      } ?? [])
    return values
  }
}
