import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// Carries one decision out on many operations: asks where something would be lost or many are
/// meant, reports what really changed, and leaves an audit entry that takes it back.
struct BulkDecision {
  let services: ConsoleServices
  let store: StoreHandle
  let decision: QueueDecision
  let operations: [Int64]
  /// The page that it was asked from.
  let back: (name: String, link: String)
  /// Where the confirmed form goes, and what it carries.
  let action: String
  let hidden: [(name: String, value: String)]
  /// The filter that found the operations, in words; nil for those that were ticked.
  let filter: String?
  /// What a program saw of the operations, as far as it says; it stands as a whole or not at all.
  var seen: [Int64: Revision] = [:]
  /// How many match the filter and came after the page that it was asked from.
  var newer = 0
  /// What could not even be tried.
  var further: [ActionReport.Problem] = []
  /// What the decision does not apply to.
  var skipped: [ActionReport.Problem] = []
  /// True where the button also starts a push.
  var pushes = false

  /// The right that the decision takes.
  static func right(to decision: QueueDecision) -> ConsoleAction {
    switch decision {
    case .retry, .resolve(.retry): .queueRetry
    case .cancel: .queueCancel
    case .resolve: .conflictResolve
    }
  }

  private var needsQuestion: Bool {
    operations.count > BulkHandlers.unaskedMax || decision.loses
      || decision == .resolve(.keepLocal)
  }

  func respond(
    _ request: HTTPRequest, _ body: ActionBody, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(Self.right(to: decision))
    let isQuestion = !body.isConfirmed && needsQuestion
    let stands =
      isQuestion || body.isConfirmed && body.form != nil
      ? try await store.sync.revisions(ofOperations: operations) : seen
    let asked = ConfirmationToken(operations.map { "\($0) \(stands[$0]?.rawValue ?? "")" })
    let problem =
      body.isConfirmed
      ? body.form.flatMap {
        asked.objection(to: $0) { Format.count($0, "change matches", "changes match") }
      } : nil
    if problem != nil || isQuestion {
      return try await ValueMasking.forAnswer {
        try await ask(asked, request, context, problem: problem)
      }
    }
    let rows = await store.sync.auditRows(ofOperations: operations)
    await ActionAudit(services: services, context: context, store: store.name)
      .announce(Self.right(to: decision), target, rows: operations.compactMap { rows[$0] })
    let errors = try await store.kindOfErrors(among: operations)
    // A decision can take the operation along.
    let name = try await OperationTitles(store: store).name(ofOnly: operations)
    let decisions = operations.map { (operationID: $0, decision: decision) }
    let outcome = try await store.sync.decide(
      decisions, asSeen: stands, isWhole: !seen.isEmpty, by: context.who)
    return try await DecisionResponse(
      services: services, store: store, action: Self.right(to: decision), code: decision.code,
      target: target, operations: operations, rows: rows, outcome: outcome, back: back.link,
      next: decision.sends
        ? try await store.sync.nextStep(ofOperations: operations) : localized("Nothing is sent."),
      errors: errors, further: further + skipped, newer: newer, pushes: pushes, name: name
    ).respond(request, context)
  }

  /// For the audit.
  private var target: String {
    inEnglish {
      "\(decision.name) of \(Format.count(operations.count, "operation"))"
        + (filter.map { ": \($0)" } ?? "")
    }
  }

  // MARK: - The question

  private func ask(
    _ asked: ConfirmationToken, _ request: HTTPRequest, _ context: PageContext, problem: String?
  ) async throws -> HTTPResponse {
    let count = Format.count(operations.count, "change")
    let titles = OperationTitles(store: store)
    let tables = try await titles.tables(operations)
    let place = tables.count == 1 ? tables[0].name : Format.count(tables.count, "table")
    let unknown = decision.loses ? try await store.sync.unknownOutcomes(among: operations) : []
    var page = ConfirmActionPage(
      facts: context.facts(store, Self.right(to: decision)),
      question: decision.question(count, of: place, in: store.name),
      headline: decision.warning(operations.count),
      text: decision.explanation + DiscardConsequence.notKnown(unknown.count, of: operations.count)
        + sentenceSpace + localized("You can undo this until the rows change again.") + leftOut,
      action: action, button: decision.button(count), backLink: back.link,
      backName: back.name, isDangerous: decision.loses)
    if decision == .cancel { page.keepChanges(operations.count) }
    page.hidden = hidden + [(asked.hidden.name, asked.hidden.value)]
    page.problem = problem
    if context.may(.syncRun) { page.offerToAsk(unknown) }
    page.samples = try await titles.samples(
      operations, showsOverwritten: decision == .resolve(.keepLocal))
    page.samplesCaption = Format.part(page.samples.count, of: operations.count, "change")
    page.known = tables
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .queue))
  }

  /// What the person may have meant too, and the question is not about.
  private var leftOut: String {
    var sentences: [String] = []
    if !further.isEmpty {
      sentences.append(
        further.count == 1
          ? localized("1 of the selected is already resolved.")
          : localized("\(Format.number(further.count)) of the selected are already resolved."))
    }
    if !skipped.isEmpty { sentences.append(Self.skipped(skipped.count)) }
    if let newer = ActionReport.left(newer: newer) { sentences.append(newer) }
    return sentences.map { " \($0)" }.joined()
  }

  /// Why a choice between two versions leaves errors out.
  static func skipped(_ count: Int) -> String {
    count == 1
      ? localized("1 of the selected is skipped: the server has no conflicting version of it.")
      : localized(
        "\(Format.number(count)) of the selected are skipped: the server has no conflicting "
          + "version of them.")
  }
}

/// Names operations for people.
struct OperationTitles {
  let store: StoreHandle
  static let samplesMax = 10

  /// - Parameter showsOverwritten: With the fields that both sides changed.
  func samples(
    _ operations: [Int64], showsOverwritten: Bool = false
  ) async throws -> [ConfirmActionPage.Sample] {
    var samples: [ConfirmActionPage.Sample] = []
    for id in operations.prefix(Self.samplesMax) {
      guard let detail = try await store.sync.operation(id) else { continue }
      samples.append(
        .init(
          title: try await title(detail), link: Links.operation(store.name, id),
          what: detail.info.title, table: detail.info.table, badge: Badge(detail.info.state),
          overwritten: showsOverwritten ? try await overwritten(by: detail) : []))
    }
    return samples
  }

  private func overwritten(
    by detail: OperationDetail
  ) async throws -> [(column: Column, there: JSONValue, here: JSONValue)] {
    guard detail.info.kind != .delete, let local = detail.local, let server = detail.server else {
      return []
    }
    let columns = try await store.columns(of: detail.info.table)
    return MergeForm(columns: columns, base: detail.base, local: local, server: server).fields
      .filter { $0.changedHere && $0.changedThere }
      .map { ($0.column, $0.server, $0.local) }
  }

  func title(_ detail: OperationDetail) async throws -> String {
    guard let record = detail.local ?? detail.item ?? detail.base ?? detail.server else {
      return detail.info.itemID
    }
    return RowTitle(columns: try await store.columns(of: detail.info.table)).title(record)
  }

  /// The name of the row of the only operation of `ids`, in quotes; nil of several, and of one that
  /// is not there any more.
  func name(ofOnly ids: [Int64]) async throws -> String? {
    guard ids.count == 1 else { return nil }
    return try await ValueMasking.forAnswer {
      guard let detail = try await store.sync.operation(ids[0]) else { return nil }
      return quoted(try await title(detail))
    }
  }

  /// How many changes of which table, for the facts of a question.
  func tables(_ operations: [Int64]) async throws -> [(name: String, value: String)] {
    let counts = try await store.sync.tableCounts(of: operations)
    return counts.map { ($0.table, Format.count($0.count, "change")) }
  }
}
