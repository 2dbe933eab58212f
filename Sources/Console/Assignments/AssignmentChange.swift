import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Gives errors to a person or to nobody; asks before it takes one from somebody else.
struct AssignmentChange {
  let services: ConsoleServices
  let store: StoreHandle
  let context: PageContext
  let operations: [Int64]
  /// Nil for nobody.
  let user: String?
  /// The one error of a page; nil for those of a list.
  var error: OperationError?
  /// The assignee that the page showed; nil where it showed none of them.
  var shown: String?
  /// Where the confirmed form goes, and what it carries.
  let action: String
  let hidden: [(name: String, value: String)]
  let back: (name: String, link: String)
  /// The filter that found the errors, in words; nil for those that were selected.
  var filter: String?
  /// The cause that all of the errors have; nil where the filter has none.
  var cause: String?
  var newer = 0
  /// What could not even be tried.
  var problems: [ActionReport.Problem] = []

  func respond(_ request: HTTPRequest, _ body: ActionBody) async throws -> HTTPResponse {
    let now = try await services.assignments(in: store, context)
    let known = operations.reduce(into: [Int64: String]()) { $0[$1] = now.all[$1]?.assignee }
    let taken = operations.filter { operation in
      guard let name = now.assignee(of: operation) else { return false }
      return name !== user && name !== context.user && name !== shown
    }
    if !taken.isEmpty, try !isConfirmed(body, known) {
      return try await ask(taken, now, known, request, body)
    }
    let changing = operations.filter {
      now.assignee(of: $0) !== user || user == nil && known[$0] != nil
    }
    guard
      try await services.data.assign(
        changing.map { ($0, user) }, store: store.name, by: context.who, seen: known)
    else {
      throw HTTPError(
        409,
        localized(
          "Somebody else assigned one of these errors just now. Nothing was changed. Try again."))
    }
    return try await answer(changing, known, request)
  }

  private func isConfirmed(_ body: ActionBody, _ known: [Int64: String]) throws -> Bool {
    guard let form = body.form else { return try body.flag("reassign") ?? false }
    return body.isConfirmed && form[ConfirmationToken.field] == token(known).mark
  }

  /// What the question is about: the errors, each with who has it.
  private func token(_ known: [Int64: String]) -> ConfirmationToken {
    ConfirmationToken(operations.map { "\($0) \(known[$0] ?? "")" })
  }

  // MARK: - The question

  private func ask(
    _ taken: [Int64], _ now: Assignments, _ known: [Int64: String], _ request: HTTPRequest,
    _ body: ActionBody
  ) async throws -> HTTPResponse {
    var counts: UTF8Dictionary<Int> = [:]
    for operation in taken { counts[now.assignee(of: operation) ?? "", default: 0] += 1 }
    guard !body.isForm || request.wantsJSON else {
      return try await question(counts, known, request, body)
    }
    let next = localized("Nothing was changed. Send “reassign”: true to take over.")
    throw ConsoleError(
      409, title: localized("Already assigned"),
      reason: [who(has: taken.count, names: counts.keys.sorted()), next].joinedAsSentences(),
      code: "assigned")
  }

  private func who(has taken: Int, names: [String]) -> String {
    let (count, users) = (Format.number(taken), names.joinedAsList())
    if operations.count == 1 { return localized("\(users) has this error already.") }
    return names.count == 1
      ? localized("\(users) has \(count) of these errors already.")
      : localized("\(users) have \(count) of these errors already.")
  }

  private func question(
    _ counts: UTF8Dictionary<Int>, _ known: [Int64: String], _ request: HTTPRequest,
    _ body: ActionBody
  ) async throws -> HTTPResponse {
    let count = Format.count(operations.count, "error")
    var page = ConfirmActionPage(
      facts: context.facts(store, .errorAssign),
      question: user.map { user in localized("Assign \(count) to \(user)?") }
        ?? localized("Unassign \(count)?"),
      headline: headline(counts),
      text: localized("Nothing was changed yet. You can undo this."), action: action,
      button: user.map { user in localized("Assign \(count) to \(user)") }
        ?? localized("Unassign \(count)"),
      backLink: back.link, backName: error.map { _ in localized("Error") } ?? back.name,
      isDangerous: false)
    let token = token(known)
    page.hidden = hidden + [(token.hidden.name, token.hidden.value)]
    page.known = counts.sorted { $0.key < $1.key }.map { ($0.key, Format.count($0.value, "error")) }
    if body.isConfirmed, body.form?[ConfirmationToken.field] != nil {
      page.problem = localized(
        "Nothing was changed: the assignments changed while you decided. Review and "
          + "try again.")
    }
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .errors))
  }

  /// - Parameter counts: How many of the errors others have.
  private func headline(_ counts: UTF8Dictionary<Int>) -> String {
    let taken = counts.values.reduce(0, +)
    let (part, all) = (Format.number(taken), Format.number(operations.count))
    guard counts.count == 1, let who = counts.keys.sorted().first else {
      return localized("\(part) of \(all) errors are assigned to other people.")
    }
    if operations.count == 1 { return localized("This error is assigned to \(who).") }
    return taken == 1
      ? localized("\(part) of \(all) errors is assigned to \(who).")
      : localized("\(part) of \(all) errors are assigned to \(who).")
  }

  // MARK: - The answer

  private func answer(
    _ changed: [Int64], _ known: [Int64: String], _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let entry = changed.isEmpty ? nil : try await record(changed, known)
    var details: [String] = []
    if !problems.isEmpty {
      let count = Format.count(problems.count, "error")
      details.append(localized("\(count) already resolved."))
    }
    if let newer = ActionReport.left(newer: newer) { details.append(newer) }
    return try await services.pages.actionResponse(
      request, context, redirectTo: back.link,
      flash: Flash(
        try await done(changed), detail: details.joinedAsSentences(),
        kind: changed.isEmpty ? .warn : .good,
        undoEntry: entry),
      json: json(changed, entry))
  }

  private func done(_ changed: [Int64]) async throws -> String {
    guard !changed.isEmpty else {
      return user.map { user in localized("Nothing to change: already assigned to \(user).") }
        ?? localized("Nothing to change: already unassigned.")
    }
    let errors = try await name(ofOnly: changed) ?? Format.count(changed.count, "error")
    return user.map { user in localized("\(errors) assigned to \(user).") }
      ?? localized("\(errors) unassigned.")
  }

  /// The row of the only error, in quotes; nil where there are several.
  private func name(ofOnly changed: [Int64]) async throws -> String? {
    guard changed.count == 1,
      let row = await store.sync.auditRows(ofOperations: changed)[changed[0]]
    else { return nil }
    let names = try await ValueMasking.forAnswer { try await store.names(row.table, [row.id]) }
    return quoted(names[row.id] ?? row.id)
  }

  private func json(_ changed: [Int64], _ entry: Int64?) -> JSONValue {
    if let error {
      return ["id": .string(error.id), "assignee": JSONValue(user), "entry": JSONValue(entry)]
    }
    return [
      "changed": .integer(Int64(changed.count)), "entry": JSONValue(entry),
      "problems": .array(
        problems.map { ["id": .string($0.error ?? $0.id), "message": .string($0.message)] }),
      "isComplete": .bool(problems.isEmpty), "newer": .integer(Int64(newer)),
    ]
  }

  private func record(_ changed: [Int64], _ known: [Int64: String]) async throws -> Int64? {
    let subject = error.map { NoteSubject($0) }
    let before = error.flatMap { known[$0.operationID] }
    var after: JSONObject = ["assignee": JSONValue(user)]
    if let cause { after["cause"] = .string(cause) }
    let record = AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.errorAssign.rawValue,
      store: store.name,
      target: subject?.name
        ?? inEnglish { Format.count(changed.count, "error") } + (filter.map { ": \($0)" } ?? ""),
      row: subject?.row, count: error == nil ? changed.count : nil,
      before: ["assignee": JSONValue(before)], after: .object(after),
      undo: UndoableChange.assignments(
        PreviousAssignments(
          store: store.name, was: changed.map { ($0, known[$0]) }, left: user)
      ).json,
      requestID: context.requestID)
    let rows = await store.sync.auditRows(ofOperations: changed)
    return try await services.audit.write(
      await services.naming(record, rows: changed.compactMap { rows[$0] }))
  }
}
