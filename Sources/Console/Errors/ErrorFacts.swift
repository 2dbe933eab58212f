import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What the pages about one error have in common.
struct ErrorFacts {
  var store: StorePageContext
  var error: OperationError
  var columns: [Column]
  var list = ListOrigin()
  /// What the page shows, for the decision to come.
  var seen = Precondition()
  /// True where the person can push once the store is online.
  var mayPush = false
  var isOnline = true
  /// Nil for a question, which shows none.
  var remarks: ErrorRemarks?
  /// Whom the error can be assigned to.
  var users: [String] = []

  /// The row's name for people, from whichever copy there is.
  var name: String { error.rowName(columns) }

  /// True when there is nothing yet to compare with or to take.
  var isCopyMissing: Bool { error.isConflict && error.server == nil }

  var values: TemplateDictionary {
    var values = store.values
    let name = store.store
    values.set("NAME", self.name)
    values.set("TABLE", error.table)
    values.set("ITEM", error.itemID)
    values.set("ROW_LINK", Links.row(name, error.table, error.itemID))
    values.set("ERRORS_LINK", list.list(Links.errors(name)))
    values.set("OPERATION_LINK", Links.operation(name, error.operationID))
    values.set("OPERATION_NAME", error.operationTitle)
    values.add(
      "SEEN",
      list: (seen.hidden + [ResolvedRow(error).hidden]).map {
        ["NAME": $0.name, "VALUE": $0.value]
      })
    values.set("RESOLVE_ACTION", list.on(Links.resolve(name, error.id)))
    values.set("REFRESH_ACTION", list.on(Links.refreshServerCopy(name, error.id)))
    values.set(
      "DISCARD_LINK", list.on(Links.confirmation(Links.error(name, error.id), "discard")))
    let pushes = mayPush && isOnline
    values.set("RETRY_CHOICE", pushes ? "retry" + FollowUpPush.ending : "retry")
    values.set("RETRY_LABEL", pushes ? localized("Retry and push") : localized("Retry"))
    values.set("ERROR_ID", error.id)
    values.set("ANSWER", error.answer)
    values.set("CODE", "\(error.code)")
    values.set(
      "SERVER_SAID",
      error.message.isEmpty ? localized("nothing") : quoted(localized(stored: error.message)))
    values.set(time: "AT", error.at, now: store.now)
    values.set(time: "FIRST", error.since, now: store.now)
    values.show("SINCE", if: error.since < error.at)
    if let remarks { add(remarks, to: &values) }
    return values
  }
}

extension ErrorFacts {
  static func cannotResolve(_ reason: String) -> String {
    localized("You cannot resolve it: \(reason).")
  }

  private func add(_ remarks: ErrorRemarks, to values: inout TemplateDictionary) {
    let (store, operation) = (store.store, error.operationID)
    AssignMenu(
      operation: operation, action: list.on(Links.assignError(store, error.id)),
      assignments: remarks.assignments, users: users
    ).add(to: &values)
    NotesView(
      store: store, notes: remarks.notes(on: operation),
      action: remarks.context.may(.noteEdit)
        ? list.on(Links.errorNotes(store, error.id)) : nil,
      context: remarks.context
    ).add(to: &values)
  }
}

/// Base, this store and the server side by side, for `Values/_copies.tpl`.
struct CopiesTable {
  var columns: [Column]
  var base: Record?
  var local: Record?
  var server: Record?
  /// The columns that are part of the request.
  var sent: UTF8Set = []
  /// The sides on which the row is deleted.
  var isDeletedHere = false
  var isDeletedThere = false

  /// Adds `COPIES` where there is any copy.
  func add(to values: inout TemplateDictionary) {
    let lines = lines
    guard !lines.isEmpty else { return }
    var section = TemplateDictionary()
    section.add("COPY", list: lines)
    section.show("LOCAL_DELETED", if: isDeletedHere)
    section.show("SERVER_DELETED", if: isDeletedThere)
    values.add("COPIES", section)
  }

  /// One item per column that any copy has; empty when there is no copy at all.
  private var lines: [TemplateDictionary] {
    let records = [base, local, server].compactMap { $0 }
    guard !records.isEmpty else { return [] }
    return MergeForm.all(columns, records).map { column in
      var values: TemplateDictionary = ["COLUMN": column.name]
      values.show("SENT", if: sent.contains(column.name))
      let (b, l, s) = (
        base?.value(column.name), local?.value(column.name), server?.value(column.name)
      )
      values.add("BASE_VALUE", ValueDifference(column: column, before: nil, after: b).values)
      values.add("LOCAL_VALUE", cell(column, base: b, value: l, isDeleted: isDeletedHere))
      // A row that was synced is there; what it holds now is not known until somebody asks.
      values.add(
        "SERVER_VALUE",
        server == nil && base != nil
          ? Cell.plain(localized("not loaded")).dictionary()
          : cell(column, base: b, value: s, isDeleted: isDeletedThere))
      return values
    }
  }

  /// What the deletion takes stands in the other columns, so here only what is nowhere else.
  private func cell(
    _ column: Column, base: JSONValue?, value: JSONValue?, isDeleted: Bool
  ) -> TemplateDictionary {
    if isDeleted, value == nil || value == .null || value == base {
      var values = TemplateDictionary()
      values.show("CELL_DELETED")
      return values
    }
    return ValueDifference(column: column, before: base, after: value).values
  }
}

extension OperationError {
  /// The row's name for people, from whichever copy there is.
  func rowName(_ columns: [Column]) -> String {
    guard let record = local ?? server ?? base else { return itemID }
    return RowTitle(columns: columns).title(record)
  }
}

extension CopiesTable {
  init(_ error: OperationError, columns: [Column]) {
    self.init(
      columns: columns, base: error.base, local: error.local, server: error.server,
      isDeletedHere: error.kind == .delete, isDeletedThere: error.server?.deleted == true)
  }
}
