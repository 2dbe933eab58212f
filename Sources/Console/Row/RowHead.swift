import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// The head of a row's pages: its name, state, actions and tabs.
struct RowHead {
  enum Tab: String {
    case values, history, raw
    case supportReport = "passport"
  }

  let store: String
  let detail: RowDetail
  let softDelete: SoftDelete
  let tab: Tab
  let permissions: RowPermissions
  /// Replaces the row's own name where that is hidden.
  var name: String?
  var list = ListOrigin()
  /// The rows beside this one in that list.
  var neighbours = RowNeighbours()

  var title: String { name ?? RowTitle(columns: detail.columns).title(detail.record) }
  var link: String { Links.row(store, detail.table, detail.record.id) }

  var values: TemplateDictionary {
    let badge = Badge(detail.state, deleted: detail.deleted)
    var values: TemplateDictionary = [
      "ROWS_LINK": rowsLink, "TABLE": detail.table, "TITLE": title,
      "ID": detail.record.id, "CHIP": badge.look.rawValue, "CHIP_WORD": badge.word,
      "HARD_DELETE_LINK": list.on(action("hard-delete")),
    ]
    values.set("READ_ONLY_TABLE", ifAny: permissions.readOnlyReason)
    values.show("ALSO_DELETED", if: detail.deleted && detail.state != .synced)
    let mayHardDelete = permissions.hardDeletes && !detail.isRemoved && !detail.isGone
    let staysThere = permissions.keepsTombstones && !detail.isNeverSent
    let canDelete = permissions.deletes && !detail.deleted && softDelete != .none
    // A row that the server does not have is gone with a delete too.
    let isGoneByDelete = canDelete && detail.isNeverSent
    values.show("CAN_HARD_DELETE", if: mayHardDelete && !staysThere && !isGoneByDelete)
    values.add(
      "NO_HARD_DELETE",
      list: mayHardDelete && staysThere
        ? [["TEXT": HardDeleteConfirmation.keptByServer(detail.table, softDelete)]] : [])
    values.add("CAN_DELETE", list: canDelete ? [["ACTION": list.on(action("delete"))]] : [])
    let canUndelete =
      permissions.undeletes && detail.deleted && !isRemovalUnderWay && !detail.isGone
    values.add("CAN_UNDELETE", list: canUndelete ? [["ACTION": list.on(action("undelete"))]] : [])
    let conflict = detail.errors.first(where: \.isConflict)
    values.add("CAN_DUPLICATE", list: editLink == nil ? [] : [["LINK": duplicateLink]])
    values.add(
      "CAN_COMPARE",
      list: permissions.asksServer
        ? [["LINK": list.on(action("server"))]] : [])
    values.show(
      "MORE_ACTIONS",
      if: editLink != nil || canDelete || mayHardDelete || permissions.asksServer)
    if let editLink {
      var edit: TemplateDictionary = ["LINK": editLink]
      edit.show("IS_PRIMARY", if: conflict == nil && !canUndelete)
      values.add("CAN_EDIT", edit)
    }
    values.add(
      "CONFLICT", list: conflict.map { [["LINK": Links.error(store, $0.id)]] } ?? [])
    values.add("REMOVED", list: (detail.isGone ? gone : removed).map { [$0] } ?? [])
    values.add("CAN_RESTORE", list: restoreLink.map { [["LINK": $0]] } ?? [])
    values.add("BESIDE", list: beside.map { [$0] } ?? [])
    tabs.add(to: &values)
    return values
  }

  private var duplicateLink: String {
    var items = QueryItems()
    items.add("from", detail.record.id)
    return Links.with(Links.newRow(store, detail.table), items)
  }

  private var rowsLink: String { list.list(Links.rows(store, detail.table)) }

  /// The links to the rows before and after this one in the list.
  private var beside: TemplateDictionary? {
    guard neighbours != RowNeighbours() else { return nil }
    var links = TemplateDictionary()
    links.add("PREVIOUS", list: neighbours.previous.map { [["LINK": list.on(row($0))]] } ?? [])
    links.show("NO_PREVIOUS", if: neighbours.previous == nil)
    links.add("NEXT", list: neighbours.next.map { [["LINK": list.on(row($0))]] } ?? [])
    links.show("NO_NEXT", if: neighbours.next == nil)
    return links
  }

  private func row(_ id: String) -> String { Links.row(store, detail.table, id) }

  /// True once the server may have the delete: then it can't be undone here.
  private var isRemovalUnderWay: Bool {
    let state = detail.operations.last?.info.state
    return detail.isRemoved && (state == .sending || state == .unknown)
  }

  private var gone: TemplateDictionary? {
    [
      "HEADLINE": localized("This row is no longer in the store."),
      "TEXT": localized(
        "Its history is kept, with its last values. If it was deleted here, the audit log shows by "
          + "whom, and whether that can be undone.")
        + (restoreLink == nil
          ? "" : sentenceSpace + localized("Otherwise, restore it: it is inserted again.")),
      "LINK": Links.with(Links.audit, QueryItems(audit)),
      "LABEL": localized("Open audit log"),
    ]
  }

  /// The audit entries of the person who changed the row last.
  private var audit: [QueryItems.Item] {
    [.init("store", store)] + (detail.history.first?.by.map { [.init("user", $0)] } ?? [])
  }

  private var removed: TemplateDictionary? {
    guard detail.isRemoved, let last = detail.operations.last?.info else { return nil }
    let (headline, text) =
      switch last.state {
      case .failed, .conflict:
        (
          localized("Hard-deleted here, but still on the server."),
          localized("The server rejected the delete. Resolve the error, or undelete the row.")
        )
      case .sending, .unknown:
        (
          localized("Hard-deleted here; the delete is being sent."),
          localized("The server may already have deleted the row. The next push checks.")
        )
      case .pending, .blocked:
        (
          localized("The next push hard-deletes this row on the server."),
          localized("These are its last values. Until then, you can still undelete it.")
        )
      }
    return [
      "HEADLINE": headline, "TEXT": text, "LINK": Links.operation(store, last.id),
      "LABEL": localized("Open \(last.title)"),
    ]
  }

  /// Where the row's form is; nil where nothing can be changed.
  var editLink: String? {
    permissions.edits && detail.canBeEdited(softDelete) ? list.on(action("edit")) : nil
  }

  /// Where a row that is gone is inserted again; nil where that cannot be.
  private var restoreLink: String? {
    guard permissions.edits, detail.isGone else { return nil }
    return Links.restoring(detail.record.id, in: detail.table, of: store)
  }

  /// The form with the values of one version; nil where nothing can be changed, or the row has them.
  func restoreLink(_ version: RowVersion) -> String? {
    if let editLink {
      guard detail.differs(from: version.record) else { return nil }
      return Links.with(editLink, QueryItems([.init("from", version.key)]))
    }
    return restoreLink.map { Links.with($0, QueryItems([.init("version", version.key)])) }
  }

  private func action(_ name: String) -> String {
    Links.row(store, detail.table, detail.record.id, action: name)
  }

  private var tabs: PageTabs {
    let history = tab(
      .history, localized("History"),
      count: detail.history.count + detail.serverVersionCount)
    guard !detail.isGone else { return PageTabs(name: localized("Row"), tabs: [history]) }
    var tabs = [self.tab(.values, localized("Values"))]
    if let error = detail.errors.first {
      tabs.append(
        .init(
          label: error.isConflict ? localized("Conflict") : localized("Error"),
          link: Links.error(store, error.id), count: detail.errors.count, isCurrent: false))
    }
    tabs += [
      history, self.tab(.raw, localized("Raw")),
      .init(
        label: localized("Support report"), link: list.on(action("passport")),
        isCurrent: tab == .supportReport),
    ]
    return PageTabs(name: localized("Row"), tabs: tabs)
  }

  private func tab(_ tab: Tab, _ name: String, count: Int = 0) -> PageTabs.Tab {
    var items = QueryItems()
    if tab != .values { items["tab"] = tab.rawValue }
    return .init(
      label: name, link: list.on(Links.with(link, items)), count: count,
      isCurrent: tab == self.tab)
  }
}

extension RowDetail {
  /// Whether a form with the values of `version` has something to save.
  func differs(from version: Record) -> Bool {
    columns.contains { !$0.isSystem && record.value($0.name) != version.value($0.name) }
  }

  /// False for a row that has to be undeleted first; a column that marks deleted rows can be edited.
  func canBeEdited(_ softDelete: SoftDelete) -> Bool {
    !isRemoved && !(deleted && softDelete == .system)
  }
}
