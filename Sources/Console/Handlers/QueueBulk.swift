import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// Retries or cancels several operations; one that fails never stops the others.
struct QueueBulk {
  enum Action: String { case retry, cancel }

  let action: Action
  let ids: [Int64]
  let store: OpenStore
  let services: ConsoleServices

  func ask(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let count = Format.count(ids.count, "operation")
    var page = ConfirmActionPage(
      facts: context.facts(store, .queueCancel),
      question: "Cancel \(count) of store \(store.name)?",
      headline: "Their changes are taken back here.",
      text: "Each row goes back to what the server had; a new row that was never sent leaves this "
        + "store. The server is not touched.",
      action: Links.queueBulk(store.name), button: "Cancel \(count)",
      backLink: Links.queue(store.name), backName: "Queue")
    page.hidden = [("action", action.rawValue)] + ids.map { ("id", "\($0)") }
    return try await services.pages.page(
      "confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .queue), formats: [])
  }

  func perform(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    var outcome = BulkOutcome()
    for id in ids {
      do {
        switch action {
        case .retry: try await store.sync.retry(id, by: context.who)
        case .cancel: try await store.sync.cancel(id, by: context.who)
        }
        outcome.changed += 1
      } catch let error as SyncError {
        outcome.problems.append(.init(id: "\(id)", message: error.description))
      }
    }
    try await ActionNotes(services: services, context: context, store: store.name).note(
      action == .retry ? .queueRetry : .queueCancel, Format.count(ids.count, "operation"),
      count: outcome.changed)
    let verb = action == .retry ? "ready again" : "cancelled"
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.queue(store.name),
      flash: Flash(
        "\(Format.number(outcome.changed)) of \(Format.count(ids.count, "operation")) \(verb).",
        detail: outcome.problems.first?.message ?? "",
        kind: outcome.problems.isEmpty ? .good : .warn),
      json: outcome.json)
  }
}

/// What brings a change back that was cancelled or discarded, while the row stays as it is now.
struct TakenBack {
  let store: OpenStore
  let table: String
  let id: String
  let kind: OperationKind
  /// The values of the change.
  let changed: JSONObject

  init(store: OpenStore, detail: OperationDetail) {
    self.store = store
    table = detail.info.table
    id = detail.info.itemID
    kind = detail.info.kind
    changed = detail.changed
  }

  /// To be asked for after the change was taken back; nil when the row is gone.
  func undo() async throws -> UndoDetail? {
    guard let record = try await store.sync.table(table).read(id: id) else { return nil }
    let action: UndoDetail.Action
    var values = JSONObject()
    switch kind {
    case .insert: return nil
    case .update:
      action = .update
      values = changed
    case .delete: action = .delete
    case .undelete: action = .undelete
    }
    return UndoDetail(
      store: store.name, table: table, action: action,
      rows: [
        .init(id: id, fingerprint: RowFingerprint(of: record).rawValue, values: values)
      ])
  }
}

extension OperationPage {
  var json: JSONValue {
    [
      "operations": .array(operations.map(\.json)), "count": .integer(Int64(count)),
      "next": JSONValue(next),
    ]
  }
}

extension OperationDetail {
  /// The members of the list, and everything else that is known.
  func json(why: [WhyCheck]) -> JSONValue {
    guard var object = info.json.object else { return info.json }
    object["changed"] = .object(changed)
    object["base"] = JSONValue(base)
    object["local"] = JSONValue(local ?? item)
    object["server"] = JSONValue(server)
    object["request"] = request.json
    object["blockedBy"] = .array(blockedBy.map { .integer($0) })
    object["nextAttemptAt"] = JSONValue(nextAttemptAt)
    object["by"] = JSONValue(queuedBy)
    object["attemptLog"] = .array(attempts.map(\.json))
    object["why"] = .array(why.map(\.json))
    return .object(object)
  }
}

extension AttemptInfo {
  var json: JSONValue {
    [
      "number": .integer(Int64(number)), "startedAt": JSONValue(startedAt),
      "durationMs": .integer(Int64(durationMilliseconds)), "method": JSONValue(method),
      "status": status.map { .integer(Int64($0)) } ?? .null, "outcome": .string(outcome),
      "headers": .array(headers.map { .array($0.map { .string($0) }) }), "body": JSONValue(body),
      "message": JSONValue(message),
    ]
  }
}
