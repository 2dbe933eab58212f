import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support

extension ActionBody {
  func role() throws -> Role {
    guard let role = text("role").flatMap(Role.init(rawValue:)) else {
      throw FieldError("role", AccountRefusal.noSuchRole)
    }
    return role
  }
}

/// What a change of users or tokens came to.
struct AccountChange {
  /// What is so now, for the message.
  var text: String
  var json: JSONValue
  /// Nil when it cannot be taken back.
  var undo: UndoableChange?
  /// For the audit.
  var before: JSONValue?
  var after: JSONValue?
}

extension ConsoleServices {
  /// Changes users or tokens: does it, notes it in the audit, and answers.
  ///
  /// A refusal shows the form again, with the reason beside its field; where it has no form on the
  /// page Users, the reason stands there as a message. Programs get an error.
  ///
  /// - Parameters:
  ///   - ids: Of the fields of a form on the page Users, by their names.
  ///   - refused: The page with the form, where that is another one.
  func change(
    _ target: String, _ request: HTTPRequest, _ context: PageContext,
    ids: UTF8Dictionary<String>? = nil,
    refused: ((any HTTPResponseError) async throws -> HTTPResponse)? = nil,
    _ work: () async throws -> AccountChange
  ) async throws -> HTTPResponse {
    let done: AccountChange
    AuditIntent.current?.record = entry(target, context, .done, nil)
    do {
      done = try await work()
    } catch let error as any HTTPResponseError {
      try await note(target, context, .failed, inEnglish { error.reason })
      if request.wantsJSON { throw error }
      if let refused { return try await refused(error) }
      if let ids {
        return try await usersPage(
          request, context, refused: InvalidForm(error, request, ids: ids))
      }
      return try await pages.actionResponse(
        request, context, redirectTo: Links.users, flash: Flash(error.reason, kind: .fail),
        json: nil)
    }
    let entry = try await note(target, context, .done, nil, done)
    return try await pages.actionResponse(
      request, context, redirectTo: Links.users,
      flash: Flash(done.text, undoEntry: done.undo == nil ? nil : entry), json: done.json)
  }

  @discardableResult
  func note(
    _ target: String, _ context: PageContext, _ result: AuditRecord.Result, _ reason: String?,
    _ done: AccountChange? = nil
  ) async throws -> Int64 {
    try await data.record(entry(target, context, result, reason, done))
  }

  private func entry(
    _ target: String, _ context: PageContext, _ result: AuditRecord.Result, _ reason: String?,
    _ done: AccountChange? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.userEdit.rawValue,
      target: target, result: result, reason: reason, before: done?.before,
      after: done?.after, undo: done?.undo?.json, requestID: context.requestID)
  }
}
