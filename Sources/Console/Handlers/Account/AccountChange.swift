import ConsoleData
import HTTPKit
import JSONKit

extension ActionBody {
  func role() throws -> Role {
    guard let role = text("role").flatMap(Role.init(rawValue:)) else {
      throw HTTPError(422, "The role is one of viewer, operator and admin.")
    }
    return role
  }
}

extension ConsoleServices {
  /// Changes users or tokens: does it, notes it in the audit, and answers.
  ///
  /// A refusal goes back to the form's page as a message, and to a program as an error.
  func change(
    _ target: String, _ request: HTTPRequest, _ context: PageContext,
    _ work: () async throws -> (text: String, json: JSONValue)
  ) async throws -> HTTPResponse {
    try await changeUndoably(target, request, context) {
      let done = try await work()
      return (done.text, done.json, nil)
    }
  }

  /// The same for what can be taken back by `undo`.
  func changeUndoably(
    _ target: String, _ request: HTTPRequest, _ context: PageContext,
    _ work: () async throws -> (text: String, json: JSONValue, undo: KeptRemoval?)
  ) async throws -> HTTPResponse {
    let done: (text: String, json: JSONValue, undo: KeptRemoval?)
    do {
      done = try await work()
    } catch let error as any HTTPResponseError {
      try await note(target, context, .failed, error.code)
      if request.wantsJSON { throw error }
      return try await pages.actionResponse(
        request, context, redirectTo: Links.users, flash: Flash(error.reason, kind: .fail),
        json: nil)
    }
    let entry = try await note(target, context, .done, nil, undo: done.undo)
    return try await pages.actionResponse(
      request, context, redirectTo: Links.users,
      flash: Flash("\(done.text).", undoEntry: done.undo == nil ? nil : entry), json: done.json)
  }

  @discardableResult
  func note(
    _ target: String, _ context: PageContext, _ result: AuditRecord.Result, _ reason: String?,
    undo: KeptRemoval? = nil
  ) async throws -> Int64 {
    try await data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.userEdit.rawValue,
        target: target, result: result, reason: reason, undo: undo?.json,
        requestID: context.requestID))
  }
}
