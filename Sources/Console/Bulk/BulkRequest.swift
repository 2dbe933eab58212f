import HTTPKit
import JSONKit
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
        throw HTTPError(400, "The form has no row count (expect).")
      }
      self = .matching(query: query, expect: expect)
    }

    fileprivate init(json: JSONObject) throws(HTTPError) {
      switch (json["ids"]?.array, json["query"]?.string) {
      case (let items?, nil): self = .ids(items.compactMap(\.string))
      case (nil, let query?):
        let expect = json["expect"]?.integer
        if let expect, expect < 0 {
          throw HTTPError(400, "expect is \(expect); it must be 0 or more.")
        }
        self = .matching(query: query, expect: expect.map(Int.init))
      default:
        throw HTTPError(400, "Send either \"ids\":[…] or \"query\":\"…\" with \"expect\":N.")
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
        .joined(separator: ", ")
      throw HTTPError(400, "Unknown action “\(action ?? "")”. Use one of \(names).")
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
  /// On buttons.
  var verb: String {
    switch self {
    case .delete: "Delete"
    case .undelete: "Undelete"
    case .hardDelete: "Hard delete"
    case .retry: "Retry"
    case .cancel: "Discard changes of"
    }
  }

  /// Behind a number of rows.
  var done: String {
    switch self {
    case .delete: "deleted"
    case .undelete: "undeleted"
    case .hardDelete: "hard-deleted"
    case .retry: "queued for retry"
    case .cancel: "reset"
    }
  }

  /// What happens to the data, in sentences.
  func consequence(of softDelete: SoftDelete) -> String {
    switch self {
    case .delete: "They move to the trash and can be undeleted until they are purged."
    case .undelete: "They are restored with their last values."
    case .hardDelete: HardDeleteConfirmation.consequence(of: softDelete, "what is deleted for good")
    case .retry: "Their rejected and conflicting changes are sent again with the next push."
    case .cancel:
      "Their unsent changes are discarded; the rows return to the server’s last known "
        + "version."
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
      "The server’s rows are deleted with the next push; until then you can undo "
        + "this."
    case .cancel: "Nothing to push."
    }
  }

  /// Why no row was changed.
  func nothingToDo(of rows: Int) -> String {
    let subject =
      rows == 1
      ? "This row" : rows == 2 ? "Neither row" : "None of these \(Format.number(rows)) rows"
    let (one, none) =
      switch self {
      case .delete: ("is already deleted", "is left to delete")
      case .undelete: ("is not deleted", "is deleted")
      case .hardDelete: ("no longer exists", "exists")
      case .retry:
        ("has no rejected or conflicting change", "has a rejected or conflicting change")
      case .cancel: ("has no unsent change", "has an unsent change")
      }
    return "\(subject) \(rows == 1 ? one : none)."
  }
}
