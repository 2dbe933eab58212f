import HTTPKit
import JSONKit
import Localization
import SyncCore

/// What a bulk action was asked for, by form or by JSON.
struct BulkRequest: Sendable {
  enum Rows: Sendable {
    case ids([String])
    /// - Parameter expect: How many the person saw; nil when nobody counted.
    case matching(query: String, expect: Int?)

    init(_ request: HTTPRequest) throws {
      self =
        request.hasJSONBody
        ? try Self(json: try request.bodyObject()) : try Self(form: try request.form())
    }

    fileprivate init(form: QueryItems) throws(HTTPError) {
      guard let query = form["query"] else {
        self = .ids(form.values("id"))
        return
      }
      guard let expect = form["expect"].flatMap({ Int($0) }), expect >= 0 else {
        throw HTTPError(400, localized("The form has no row count (expect)."))
      }
      self = .matching(query: query, expect: expect)
    }

    fileprivate init(json: JSONObject) throws(HTTPError) {
      switch (json["ids"]?.array, json["query"]?.string) {
      case (let items?, nil): self = .ids(items.compactMap(\.string))
      case (nil, let query?):
        let expect = json["expect"]?.integer
        if let expect, expect < 0 {
          throw HTTPError(400, localized("expect is \(expect); it must be 0 or more."))
        }
        self = .matching(query: query, expect: expect.map(Int.init))
      default:
        throw HTTPError(
          400, localized("Send either \"ids\":[…] or \"query\":\"…\" with \"expect\":N."))
      }
    }
  }

  var action: BulkAction
  var rows: Rows
  var reason: String?

  init(_ request: HTTPRequest) throws {
    self =
      request.hasJSONBody
      ? try Self(json: try request.bodyObject()) : try Self(form: try request.form())
  }

  private init(action: String?, rows: Rows, reason: String?) throws {
    guard let known = action.flatMap(BulkAction.init(rawValue:)) else {
      let names = (BulkAction.allCases.map(\.rawValue) + [BulkEditRequest.action])
        .joinedAsList()
      let asked = action ?? ""
      throw HTTPError(400, localized("Unknown action “\(asked)”. Use one of \(names)."))
    }
    self.action = known
    self.rows = rows
    self.reason = reason
  }

  private init(form: QueryItems) throws {
    try self.init(
      action: form["action"], rows: try Rows(form: form), reason: form["reason"])
  }

  private init(json: JSONObject) throws {
    try self.init(
      action: json["action"]?.string, rows: try Rows(json: json), reason: json["reason"]?.string)
  }

  /// Whether the number of rows has to be typed.
  var isGrave: Bool { action == .hardDelete || action == .cancel }

  /// What the action is called in the audit and needs as a right.
  var consoleAction: ConsoleAction {
    switch action {
    case .delete: .rowsDelete
    case .undelete: .rowsUndelete
    case .hardDelete: .rowsHardDelete
    case .retry: .queueRetry
    case .cancel: .queueCancel
    }
  }
}

extension BulkAction {
  /// Asks about rows of a table.
  func question(_ rows: String, of table: String) -> String {
    switch self {
    case .delete: localized("Delete \(rows) of \(table)?")
    case .undelete: localized("Undelete \(rows) of \(table)?")
    case .hardDelete: localized("Hard delete \(rows) of \(table)?")
    case .retry: localized("Retry \(rows) of \(table)?")
    case .cancel: localized("Discard changes to \(rows) of \(table)?")
    }
  }

  func button(_ rows: String) -> String {
    switch self {
    case .delete: localized("Delete \(rows)")
    case .undelete: localized("Undelete \(rows)")
    case .hardDelete: localized("Hard delete \(rows)")
    case .retry: localized("Retry \(rows)")
    case .cancel: localized("Discard changes to \(rows)")
    }
  }

  /// Says that it is done.
  func done(_ rows: String) -> String {
    switch self {
    case .delete: localized("\(rows) deleted.")
    case .undelete: localized("\(rows) undeleted.")
    case .hardDelete: localized("\(rows) hard-deleted.")
    case .retry: localized("\(rows) queued for retry.")
    case .cancel: localized("Changes to \(rows) discarded.")
    }
  }

  /// What happens to the data, in sentences.
  var consequence: String {
    switch self {
    case .delete:
      localized("Deleted rows move to the trash and can be undeleted until they are purged.")
    case .undelete: localized("Undeleted rows are restored with their last values.")
    case .hardDelete:
      HardDeleteConfirmation.consequence
    case .retry:
      localized("Rejected and conflicting changes are sent again with the next push.")
    case .cancel:
      localized("Unsent changes are discarded; rows return to the server’s last known version.")
    }
  }

  var undo: UndoPlan.Action? {
    switch self {
    case .delete: .undelete
    case .undelete: .delete
    // Of what waits the store itself keeps how it was.
    case .hardDelete: .undelete
    case .retry, .cancel: nil
    }
  }

  /// What becomes of it, for the next page; nil where the queue tells that.
  var afterwards: String? {
    switch self {
    case .delete, .undelete, .retry: nil
    case .hardDelete:
      localized("The server’s rows are deleted with the next push; until then you can undo this.")
    case .cancel: localized("This needs no push.")
    }
  }

  /// Why no row was changed.
  func nothingToDo(of rows: Int) -> String {
    let count = Format.number(rows)
    return switch (self, rows) {
    case (.delete, 1): localized("This row is already deleted.")
    case (.delete, 2): localized("Neither row is left to delete.")
    case (.delete, _): localized("None of these \(count) rows is left to delete.")
    case (.undelete, 1): localized("This row is not deleted.")
    case (.undelete, 2): localized("Neither row is deleted.")
    case (.undelete, _): localized("None of these \(count) rows is deleted.")
    case (.hardDelete, 1): localized("This row no longer exists.")
    case (.hardDelete, 2): localized("Neither row exists.")
    case (.hardDelete, _): localized("None of these \(count) rows exists.")
    case (.retry, 1): localized("This row has no rejected or conflicting change.")
    case (.retry, 2): localized("Neither row has a rejected or conflicting change.")
    case (.retry, _):
      localized("None of these \(count) rows has a rejected or conflicting change.")
    case (.cancel, 1): localized("This row has no unsent change.")
    case (.cancel, 2): localized("Neither row has an unsent change.")
    case (.cancel, _): localized("None of these \(count) rows has an unsent change.")
    }
  }
}
