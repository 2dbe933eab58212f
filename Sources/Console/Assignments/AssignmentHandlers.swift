import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Assigns one error, or many, to a person or to nobody.
struct AssignmentHandlers: Sendable {
  /// What the form of a list sends as its choice.
  static let choice = "assign"
  static let choiceToMe = "assign-me"

  let services: ConsoleServices

  @Sendable func assign(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let id = request.parameter("error")
    guard let error = try await store.sync.error(id) else { throw SyncError.noSuchError(id) }
    let body = try ActionBody(request)
    let list = try ListOrigin(request)
    let change = AssignmentChange(
      services: services, store: store, context: context, operations: [error.operationID],
      user: try await user(body.text("assignee"), context),
      error: error, shown: body.text("was"), action: list.on(Links.assignError(store.name, id)),
      hidden: [("assignee", body.text("assignee") ?? "")],
      back: (id, list.on(Links.error(store.name, id))))
    return try await change.respond(request, body)
  }

  /// Assigns the errors that a list's form selects.
  func assignMany(
    _ found: ErrorSelection, _ selection: BulkSelection, _ choice: String, _ store: StoreHandle,
    _ body: ActionBody, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.errorAssign)
    let assignee = choice == Self.choiceToMe ? Assignments.me : body.text("assignee")
    var change = AssignmentChange(
      services: services, store: store, context: context, operations: found.operations,
      user: try await user(assignee, context), action: Links.errorsBulk(store.name),
      hidden: [("choice", Self.choice), ("assignee", assignee ?? "")]
        + selection.hidden(found.ids.map { ("id", $0) }),
      back: (localized("Errors"), Links.with(Links.errors(store.name), selection.back)))
    change.filter = inEnglish { selection.filterWords }
    change.cause = selection.cause
    change.newer = found.newer
    change.problems = found.settled
    return try await change.respond(request, body)
  }

  /// The user who is meant; nil for nobody.
  private func user(_ assignee: String?, _ context: PageContext) async throws -> String? {
    guard let assignee else {
      throw HTTPError(
        422, localized("assignee is required: me, none or a user’s name. Nothing was changed."))
    }
    if assignee == Assignments.nobody { return nil }
    guard assignee != Assignments.me || context.user != nil else { throw Assignments.noUser }
    let name = assignee == Assignments.me ? context.user ?? "" : assignee
    guard try await services.assignableUsers().contains(identical: name) else {
      throw HTTPError(
        422,
        localized(
          "“\(name)” is not a user with the operator role, so errors cannot be assigned to them. "
            + "Nothing was changed."))
    }
    return name
  }
}
