import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Runs a request that changes something: once for each idempotency key, and never without an
/// audit entry.
struct ActionRunner: Sendable {
  let services: ConsoleServices
  let route: ConsoleRoute
  let context: PageContext

  func run(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let key = try IdempotencyKey(request, context) else {
      return try await perform(request, id: hexadecimal(services.random.bytes(16)))
    }
    switch try await services.answers.begin(key) {
    case .answered(let answer):
      return try await repeated(answer, request)
    case .new:
      do {
        let response = try await perform(request, id: key.id, fingerprint: key.fingerprint)
        // Answers outside of a store may hold secrets, such as a new token.
        // A file is read anew when the form is sent again.
        services.answers.end(
          key, response.headers["Content-Disposition"] == nil ? response : nil,
          for: request.parameters["store"] == nil ? .doubleClick : .whileThereIsRoom)
        return response
      } catch {
        services.answers.end(key, nil, for: .doubleClick)
        throw error
      }
    }
  }

  private func perform(
    _ request: HTTPRequest, id: String, fingerprint: String? = nil
  ) async throws -> HTTPResponse {
    let record = await services.naming(record(request))
    let action = StoreAction(id: id, fingerprint: fingerprint, intent: pendingEntry(record))
    let intent = AuditIntent(id: action.id, record)
    return try await StoreAction.$current.withValue(action) {
      try await AuditIntent.$current.withValue(intent) {
        do {
          let response = try await route.handler(request, context)
          await noteUnnoted(action, nil)
          await noteUnnoted(intent, of: action, nil)
          return response
        } catch {
          let isKept = intent.isKept
          await noteUnnoted(action, error)
          await noteUnnoted(intent, of: action, error)
          guard isKept || action.auditState != .missing else { throw error }
          throw ConsoleError.doneButUnshown(
            because: error, isQueued: !action.changedStores.isEmpty)
        }
      }
    }
  }

  private static let answerFailed = "It was done; the answer to it was an error."

  /// A change that its handler did not come to note is noted here.
  private func noteUnnoted(_ action: StoreAction, _ error: (any Error)?) async {
    guard action.auditState == .missing, !action.changedStores.isEmpty else { return }
    let json = try? JSONValue(parsing: action.intent)
    guard var entry = json.flatMap({ PendingAuditEntry($0) }) else { return }
    entry.record.reason = error.map { _ in Self.answerFailed }
    entry.record.count = await changed(by: action)
    entry.dropNames(unlessAll: entry.record.count ?? 0)
    _ = try? await services.audit.write(entry.record, undoing: entry.undoing)
  }

  /// How many rows or operations were changed in all stores; nil for something else.
  private func changed(by action: StoreAction) async -> Int? {
    var count = 0
    for sync in action.changedStores { count += (try? await sync.changed(by: action)) ?? 0 }
    return count > 0 ? count : nil
  }

  /// The same for a change of users, tokens, settings or runs, unless a store keeps its entry.
  private func noteUnnoted(
    _ intent: AuditIntent, of action: StoreAction, _ error: (any Error)?
  ) async {
    guard intent.isKept, action.auditState != .kept else { return }
    var entry = intent.record
    entry.reason = error.map { _ in Self.answerFailed }
    _ = try? await services.data.record(entry)
  }

  /// What the audit says where the program ends right after the change.
  private func pendingEntry(_ record: AuditRecord) -> String {
    var record = record
    record.reason = AuditWriter.endedEarly
    return AuditWriter.intent(record)
  }

  private func record(_ request: HTTPRequest) -> AuditRecord {
    let parameters = request.parameters
    let target = [parameters["table"], parameters["id"]].compactMap { $0 }.joined(separator: " ")
    let row = parameters["table"].flatMap { table in
      parameters["id"].map { AuditRecord.Row(table, $0) }
    }
    var action = ConsoleAction.rowsEdit.rawValue
    if case .action(let known) = route.access { action = known.rawValue }
    return AuditRecord(
      who: context.who, address: context.address, action: action, store: parameters["store"],
      target: target.isEmpty ? request.rawPath : target, row: row, requestID: context.requestID)
  }

  /// The answer of the first request, for one that came again.
  private func repeated(
    _ answer: IdempotencyCache.Answer, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var response = answer.response
    response.headers["Idempotency-Replayed"] = "true"
    let age = services.time.now.milliseconds - answer.at.milliseconds
    // Of a form that was sent twice in a moment, the first answer's words are still to be read.
    if !request.wantsJSON, age > IdempotencyCache.doubleClick,
      let session = context.principal?.session
    {
      let flash = Flash(
        localized("This form was sent before."),
        detail: localized("It was applied the first time. Nothing was changed this time."),
        kind: .warn)
      try await services.data.setFlash(flash.json, session: session.id)
    }
    return response
  }
}

extension ConsoleError {
  /// The change is made, and what came after it failed.
  ///
  /// - Parameter isQueued: It changed a store, not users, tokens or settings.
  static func doneButUnshown(because error: any Error, isQueued: Bool) -> ConsoleError {
    let cause =
      (error as? any HTTPResponseError)?.reason ?? StorageProblem(error)?.description
      ?? localized("See the console’s log.")
    return ConsoleError(
      500, title: localized("The change was made, but the result cannot be shown"),
      reason: isQueued
        ? localized(
          "The change was saved and queued, and will be in the audit log. Only the "
            + "response failed. Do not send the change again. Cause: \(cause)")
        : localized(
          "The change was saved and will be in the audit log. Only the response failed. "
            + "Do not send the change again. Cause: \(cause)"),
      code: "done_but_unshown", links: [.init(localized("Audit"), Links.audit)])
  }
}
