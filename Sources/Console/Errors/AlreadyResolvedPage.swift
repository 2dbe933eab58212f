import HTTPKit
import Localization
import SyncCore
import TemplateKit

/// Shows who resolved an error: to someone who was editing it meanwhile, with what they typed, and
/// to someone who opens its address later.
struct AlreadyResolvedPage {
  static let template = "Errors/already-resolved"
  static var title: String { localized("Already resolved") }

  var facts: StorePageContext
  var row: ResolvedRow
  var list = ListOrigin()
  /// The row's newest history; nil where none is kept.
  var last: HistoryEntry?
  /// The newest audit entry about the row that the reader may see.
  var entry: Int64?
  /// False for a row that left the store.
  var isHere: Bool
  /// The decision that came too late; nil for a visit.
  var posted: QueryItems?

  var values: TemplateDictionary {
    var values = facts.values
    let store = facts.store
    values.set("TABLE", row.table)
    values.set("ITEM", row.id)
    values.set("ERRORS_LINK", list.list(Links.errors(store)))
    values.set("ROW_LINK", Links.row(store, row.table, row.id))
    values.set("HISTORY_LINK", Links.history(store, row.table, row.id))
    values.set("HEADLINE", last?.headline() ?? localized("Already resolved"))
    if let last { values.set(time: "AT", last.at, now: facts.now) }
    values.show(posted == nil ? "VISITED" : "REFUSED")
    if isHere {
      values.add("EDIT", ["LINK": Links.row(store, row.table, row.id, action: "edit")])
    }
    if let entry {
      values.add("ENTRY", ["LINK": Links.auditEntry(entry), "NUMBER": "\(entry)"])
    }
    if !typed.isEmpty {
      var section = TemplateDictionary()
      section.add("FACT", list: typed.map { ["NAME": $0.column, "VALUE": $0.text] })
      values.add("FACTS", section)
    }
    return values
  }

  /// The results that were not there when the form was opened.
  private var typed: [(column: String, text: String)] {
    guard let posted else { return [] }
    return posted.items.compactMap { item in
      guard item.name.hasPrefix("v-") else { return nil }
      let column = String(item.name.dropFirst(2))
      guard !item.value.isEmpty, item.value != posted["p-\(column)"] else { return nil }
      return (column, item.value)
    }
  }
}
