import ConsoleData
import HTTPKit
import JSONKit
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
      body.isConfirmed ? body.form.flatMap { asked.objection(to: $0, "operation") } : nil
    if problem != nil || isQuestion {
      return try await ValueMasking.forAnswer {
        try await ask(asked, request, context, problem: problem)
      }
    }
    let target =
      "\(decision.name) of \(Format.count(operations.count, "operation"))"
      + (filter.map { ": \($0)" } ?? "")
    ActionAudit(services: services, context: context, store: store.name)
      .announce(Self.right(to: decision), target)
    let decisions = operations.map { (operationID: $0, decision: decision) }
    let outcome = try await store.sync.decide(
      decisions, asSeen: stands, isWhole: !seen.isEmpty, by: context.who)
    return try await DecisionResponse(
      services: services, store: store, action: Self.right(to: decision), done: decision.done,
      target: target, operations: operations, outcome: outcome, back: back.link,
      next: decision.sends
        ? try await store.sync.nextStep(ofOperations: operations) : "Nothing is sent.",
      further: further, newer: newer, pushes: pushes
    ).respond(request, context)
  }

  // MARK: - The question

  private func ask(
    _ asked: ConfirmationToken, _ request: HTTPRequest, _ context: PageContext, problem: String?
  ) async throws -> HTTPResponse {
    let count = Format.count(operations.count, "operation")
    let titles = OperationTitles(store: store)
    let tables = try await titles.tables(operations)
    let place = tables.count == 1 ? tables[0].name : Format.count(tables.count, "table")
    let unknown = decision.loses ? try await store.sync.unknownOutcomes(among: operations) : []
    var page = ConfirmActionPage(
      facts: context.facts(store, Self.right(to: decision)),
      question: "\(decision.verb) \(count) of \(place) in store \(store.name)?",
      headline: decision.warning,
      text: decision.explanation + DiscardConsequence.notKnown(unknown.count, of: operations.count)
        + " You can undo this until the rows change again." + leftOut,
      action: action, button: "\(decision.verb) \(count)", backLink: back.link,
      backName: back.name, isDangerous: decision.loses)
    page.hidden = hidden + [(asked.hidden.name, asked.hidden.value)]
    page.problem = problem
    if context.may(.syncRun) { page.offerToAsk(unknown) }
    page.samples = try await titles.samples(
      operations, showsOverwritten: decision == .resolve(.keepLocal))
    page.samplesCaption = Format.part(page.samples.count, of: operations.count, "operation")
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
        "\(Format.number(further.count)) of the selected "
          + "\(further.count == 1 ? "is" : "are") already resolved.")
    }
    if let newer = ActionReport.left(newer: newer) { sentences.append(newer) }
    return sentences.map { " \($0)" }.joined()
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

  /// How many operations of which table, for the facts of a question.
  func tables(_ operations: [Int64]) async throws -> [(name: String, value: String)] {
    let counts = try await store.sync.tableCounts(of: operations)
    return counts.map { ($0.table, Format.count($0.count, "operation")) }
  }
}

extension QueueDecision {
  /// True when something is dropped here that nobody else has.
  var loses: Bool {
    switch self {
    case .cancel, .resolve(.discard), .resolve(.removeRow), .resolve(.takeServer): true
    case .retry, .resolve: false
    }
  }

  /// At the beginning of a button.
  var verb: String {
    switch self {
    case .cancel: "Cancel"
    case .retry, .resolve(.retry): "Retry"
    case .resolve(.keepLocal): "Keep mine for"
    case .resolve(.takeServer): "Take server’s for"
    case .resolve(.merge): "Save the results of"
    case .resolve(.discard): "Discard"
    case .resolve(.removeRow): "Remove the rows of"
    }
  }

  /// At the end of a sentence about what was done.
  var done: String {
    switch self {
    case .cancel: "cancelled"
    case .retry, .resolve(.retry): "queued for retry"
    case .resolve(.keepLocal): "resolved with your changes"
    case .resolve(.takeServer): "resolved with the server’s version"
    case .resolve(.merge): "resolved and queued"
    case .resolve(.discard): "discarded"
    case .resolve(.removeRow): "removed with their rows"
    }
  }

  /// Whether it leaves something to be sent.
  fileprivate var sends: Bool {
    switch self {
    case .retry, .resolve(.retry), .resolve(.keepLocal), .resolve(.merge): true
    default: false
    }
  }

  fileprivate var warning: String {
    switch self {
    case .cancel, .resolve(.discard): "Their changes are discarded."
    case .retry, .resolve(.retry): "They are sent again unchanged with the next push."
    case .resolve(.keepLocal):
      "Your changes overwrite the server’s values in the columns changed here."
    case .resolve(.takeServer): "Your changes to these rows are discarded."
    case .resolve(.merge): "The results are saved here and sent with the next push."
    case .resolve(.removeRow): "The rows and their changes are removed from this store."
    }
  }

  fileprivate var explanation: String {
    switch self {
    case .cancel, .resolve(.discard):
      "Each row returns to the server’s last known version; new rows are removed from this store. "
        + "Nothing is sent."
    case .retry, .resolve(.retry):
      "The server is likely to reject them again unless something has changed there."
    case .resolve(.keepLocal):
      "Columns changed only on the server keep the server’s values. Where both sides changed a "
        + "column, the next push overwrites the server’s value; a row without a common base is sent "
        + "in full."
    case .resolve(.takeServer): "Each row is replaced with the server’s version. Nothing is sent."
    case .resolve(.merge): "The server’s values in other columns stay."
    case .resolve(.removeRow):
      "Nothing is sent. The server keeps its rows, and a full pull brings them back."
    }
  }
}
