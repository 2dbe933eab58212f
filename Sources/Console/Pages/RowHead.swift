import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// The head of a row's pages: its name, state, actions and tabs.
struct RowHead {
  enum Tab: String {
    case values, history, raw, passport
  }

  let store: String
  let detail: RowDetail
  let softDelete: SoftDelete
  let tab: Tab
  let rights: RowRights
  /// Stands in for the row's own name where that is covered.
  var name: String?

  var title: String { name ?? RowTitle(columns: detail.columns).title(detail.record) }
  var link: String { Links.row(store, detail.table, detail.record.id) }

  var values: TemplateDictionary {
    let chip = Chip(detail.state, deleted: detail.deleted)
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store),
      "ROWS_LINK": Links.rows(store, detail.table), "TABLE": detail.table, "TITLE": title,
      "ID": detail.record.id, "CHIP": chip.look.rawValue, "CHIP_WORD": chip.word,
      "HARD_DELETE_LINK": action("hard-delete"),
    ]
    values.show("ALSO_DELETED", if: detail.deleted && detail.state != .synced)
    values.show("CAN_HARD_DELETE", if: rights.hardDeletes && !detail.isRemoved)
    let canDelete = rights.deletes && !detail.deleted && softDelete != .none
    values.add("CAN_DELETE", list: canDelete ? [["ACTION": action("delete")]] : [])
    values.add("CAN_EDIT", list: editLink.map { [["LINK": $0]] } ?? [])
    let canUndelete = rights.undeletes && detail.deleted && !isRemovalUnderWay
    values.add("CAN_UNDELETE", list: canUndelete ? [["ACTION": action("undelete")]] : [])
    let conflict = detail.errors.first(where: \.isConflict)
    values.add(
      "CONFLICT", list: conflict.map { [["LINK": Links.error(store, $0.id)]] } ?? [])
    values.add("REMOVED", list: removed.map { [$0] } ?? [])
    values.add("TAB", list: tabs)
    return values
  }

  /// True once the server may have the delete: then nothing here takes it back.
  private var isRemovalUnderWay: Bool {
    let state = detail.operations.last?.info.state
    return detail.isRemoved && (state == .sending || state == .unknown)
  }

  private var removed: TemplateDictionary? {
    guard detail.isRemoved, let last = detail.operations.last?.info else { return nil }
    let (headline, text) =
      switch last.state {
      case .failed, .conflict:
        (
          "Deleted for good here, and the server still has it.",
          "The server did not take the delete. Decide on the error, or undelete the row."
        )
      case .sending, .unknown:
        (
          "Deleted for good here, and the delete is on its way.",
          "The server may have taken it already. The next push makes sure."
        )
      case .pending, .blocked:
        (
          "Will be deleted for good with the next push.",
          "Below are its last values. Until then, undeleting it takes the delete back."
        )
      }
    return [
      "HEADLINE": headline, "TEXT": text, "LINK": Links.operation(store, last.id),
      "LABEL": "See \(last.title)",
    ]
  }

  /// Where the row's form is; nil where nothing can be changed.
  var editLink: String? {
    let isGone = detail.isRemoved || detail.deleted && softDelete == .system
    return rights.edits && !isGone ? action("edit") : nil
  }

  private func action(_ name: String) -> String {
    Links.row(store, detail.table, detail.record.id, action: name)
  }

  private var tabs: [TemplateDictionary] {
    var tabs = [self.tab(.values, "Values", count: nil)]
    if let error = detail.errors.first {
      var entry: TemplateDictionary = [
        "NAME": error.isConflict ? "Conflict" : "Error", "LINK": Links.error(store, error.id),
      ]
      entry.add("COUNTED", ["COUNT": "\(detail.errors.count)"])
      tabs.append(entry)
    }
    tabs.append(self.tab(.history, "History", count: detail.history.count))
    tabs.append(self.tab(.raw, "Raw", count: nil))
    var passport: TemplateDictionary = ["NAME": "Passport", "LINK": action("passport")]
    passport.show("CURRENT", if: tab == .passport)
    tabs.append(passport)
    return tabs
  }

  private func tab(_ tab: Tab, _ name: String, count: Int?) -> TemplateDictionary {
    let address =
      tab == .values ? link : Links.with(link, QueryItems([.init("tab", tab.rawValue)]))
    var entry: TemplateDictionary = ["NAME": name, "LINK": address]
    entry.show("CURRENT", if: tab == self.tab)
    entry.add("COUNTED", list: count.map { [["COUNT": Format.number($0)]] } ?? [])
    return entry
  }
}
