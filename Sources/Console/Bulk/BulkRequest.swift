import HTTPKit
import JSONKit
import SyncCore

/// What a bulk action was asked for, by form or by JSON.
struct BulkRequest: Sendable {
  enum Rows: Sendable {
    case ids([String])
    /// - Parameter expect: How many the person saw; nil when nobody counted.
    case matching(query: String, expect: Int?)
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
      let names = BulkAction.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPError(400, "There is no action “\(action ?? "")”. Take one of \(names).")
    }
    self.action = known
    self.rows = rows
    self.reason = reason
  }

  private init(form: QueryItems) throws {
    let rows: Rows
    if let query = form["query"] {
      guard let expect = form["expect"].flatMap({ Int($0) }), expect >= 0 else {
        throw HTTPError(400, "The form does not say how many rows it is about.")
      }
      rows = .matching(query: query, expect: expect)
    } else {
      rows = .ids(form.values("id"))
    }
    try self.init(action: form["action"], rows: rows, reason: form["reason"])
  }

  private init(json: JSONObject) throws {
    let rows: Rows
    switch (json["ids"]?.array, json["query"]?.string) {
    case (let items?, nil): rows = .ids(items.compactMap(\.string))
    case (nil, let query?):
      let expect = json["expect"]?.integer
      if let expect, expect < 0 {
        throw HTTPError(400, "expect is \(expect), and a number from 0 on is expected.")
      }
      rows = .matching(query: query, expect: expect.map(Int.init))
    default:
      throw HTTPError(400, "Send either \"ids\":[…] or \"query\":\"…\" with \"expect\":N.")
    }
    try self.init(action: json["action"]?.string, rows: rows, reason: json["reason"]?.string)
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
    case .hardDelete: "Delete for good"
    case .retry: "Retry"
    case .cancel: "Cancel the changes of"
    }
  }

  /// Behind a number of rows.
  var done: String {
    switch self {
    case .delete: "deleted"
    case .undelete: "undeleted"
    case .hardDelete: "deleted for good"
    case .retry: "queued again"
    case .cancel: "taken back"
    }
  }

  /// What happens to the data, in sentences.
  func consequence(of softDelete: SoftDelete) -> String {
    switch self {
    case .delete: "They leave Live at once, and can be undeleted until they are purged."
    case .undelete: "They come back to Live with their last values."
    case .hardDelete: HardDeleteConfirmation.consequence(of: softDelete, "what is deleted for good")
    case .retry: "Their failed and conflicting changes wait for the next push again."
    case .cancel: "Their unsent changes are dropped; the rows go back to the server’s last copy."
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
    case .hardDelete: "What the server has goes with the next push; until then Undo brings it back."
    case .cancel: "Nothing is sent."
    }
  }

  /// Why no row was changed.
  func nothingToDo(of rows: Int) -> String {
    let subject =
      rows == 1
      ? "This row" : rows == 2 ? "Neither row" : "None of these \(Format.number(rows)) rows"
    let (one, none) =
      switch self {
      case .delete: ("is deleted already", "is there to be deleted")
      case .undelete: ("is not deleted", "is deleted")
      case .hardDelete: ("is gone already", "is there any more")
      case .retry:
        ("has no failed or conflicting change", "has a failed or conflicting change")
      case .cancel: ("has no unsent change", "has an unsent change")
      }
    return "\(subject) \(rows == 1 ? one : none)."
  }
}
