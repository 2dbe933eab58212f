import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// Answers decisions that were carried out.
struct DecisionResponse {
  let services: ConsoleServices
  let store: StoreHandle
  let action: ConsoleAction
  let code: ActionReport.Code
  let target: String
  /// Those that were asked for.
  let operations: [Int64]
  /// The rows of the first of them, as they were before: an operation may have left the queue.
  let rows: [Int64: AuditRecord.Row]
  let outcome: DecisionOutcome
  let back: String
  let next: String
  /// What was decided on, as ``StoreHandle/kindOfErrors(among:)``: the answer leads to the next one.
  let errors: ErrorKind?
  /// What could not even be tried.
  var further: [ActionReport.Problem] = []
  /// How many came after the page that was decided on, and were left for that.
  var newer = 0
  /// False when there may be more of the same that nobody looked at.
  var isComplete = true
  /// True where the button also starts a push of what is queued by it.
  var pushes = false
  /// The name of the row of the only operation, in quotes; nil for several.
  var name: String?

  func respond(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    var report = ActionReport(
      thing: ActionReport.operations, code, asked: operations.count + further.count,
      changed: outcome.changed,
      problems: outcome.problems.map { problem in
        .init(
          operation: problem.operationID, message: inEnglish { problem.error.description })
      } + further)
    report.newer = newer
    report.name = name
    let undo = UndoPlan(store: store.name, decision: outcome.undo)
    let record = AuditRecord(
      who: context.who, address: context.address, action: action.rawValue, store: store.name,
      target: target, count: outcome.changed, before: named, after: report.json, undo: undo?.json,
      requestID: context.requestID)
    let entry = try await services.audit.write(await services.naming(record, rows: changedRows))
    let isLong = report.problemCount > 0 || outcome.changed > BulkHandlers.unaskedMax
    let page = isLong ? entry.map { Links.report(store.name, $0) } : nil
    let problems = outcome.problems.map {
      BulkOutcome.Problem(id: "\($0.operationID)", message: $0.error.description)
    }
    let missing = further.map { BulkOutcome.Problem(id: $0.error ?? $0.id, message: $0.message) }
    var json =
      BulkOutcome(changed: outcome.changed, problems: problems + missing).json.object
      ?? JSONObject()
    json["entry"] = JSONValue(entry)
    json["isComplete"] = .bool(isComplete)
    json["newer"] = .integer(Int64(newer))
    let rest = isComplete ? "" : sentenceSpace + localized("The table has more conflicts.")
    let push = FollowUpPush(services: services, store: store, context: context)
    let changed = outcome.changedOperations
    let steps = request.wantsJSON ? [] : try await steps
    var pushed = FollowUpPush.Outcome.notAsked
    if pushes, report.problemCount > 0 {
      pushed = try await push.afterProblems(changed: outcome.changed)
    } else if pushes {
      let flash = Flash(
        report.sentence, undoEntry: undo == nil ? nil : entry, steps: steps)
      pushed = try await push.start(
        changed, saying: flash, onceDone: Self.pushed(changed.count), request)
    }
    if let response = pushed.response { return response }
    var flash = report.flash(
      next: pushed.detail(next) + rest, undoEntry: undo == nil ? nil : entry, pushed)
    flash.steps += steps
    return try await services.pages.actionResponse(
      request, context, redirectTo: page ?? back, flash: flash, json: .object(json))
  }

  /// To the next error of the kind that was decided on.
  private var steps: [NextStep] {
    get async throws {
      guard let errors else { return [] }
      let next = try await store.nextError(without: outcome.changedOperations, errors)
      return [next].compactMap(\.self)
    }
  }
}

extension DecisionResponse {
  /// More operations than this are counted in the audit, not named.
  private static let namedMax = 1_000

  private static func pushed(_ count: Int) -> String {
    let changes = Format.count(count, "change")
    return localized("\(changes) pushed.")
  }

  /// Those of ``rows`` whose operations were changed.
  private var changedRows: [AuditRecord.Row] { outcome.changedOperations.compactMap { rows[$0] } }

  /// The operations, for the audit: they may have left the queue when somebody looks.
  private var named: JSONValue {
    ["operations": .array(operations.prefix(Self.namedMax).map { .integer($0) })]
  }
}
