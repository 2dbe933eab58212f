import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// The push that a button such as `Retry and push` starts after its decision.
struct FollowUpPush {
  let services: ConsoleServices
  let store: StoreHandle
  let context: PageContext

  /// The ending of a form's word that also starts a push, such as `retry-and-push`.
  static let ending = "-and-push"
  /// A button names at most this many operations.
  static let operationsMax = 200

  /// Starts a push of what is ready of `operations` and leads to the run.
  ///
  /// - Parameters:
  ///   - flash: What was done before, with its Undo and the next step, for the page of the run.
  ///   - done: The sentence once the server has it all; nil where that of `flash` stays true.
  func start(
    _ operations: [Int64], saying flash: Flash, onceDone done: String? = nil,
    _ request: HTTPRequest
  ) async throws -> Outcome {
    guard mayPush else { return .notAsked }
    guard try await !store.sync.isOffline else { return .offline }
    var order = RunRequest(.push, store: store.name, by: context.who)
    let known = try await store.sync.operations(operations)
    let ready = operations.filter { known[$0]?.state.isSendable == true }
    guard !ready.isEmpty else { return heldBack(operations, known) }
    order.operations = ready
    let run: RunID
    do {
      run = try await services.runs.start(order).id
    } catch let error as RunError {
      // What was decided stays queued for the next push.
      return hindered(by: error)
    } catch SyncError.offline {
      return .offline
    }
    try await ActionAudit(services: services, context: context, store: store.name).note(
      .syncRun, "push of \(RunReport(order).recordedScope), run \(run)", run: run)
    var flash = flash
    flash.push = Flash.Push(run: run, done: done)
    return Outcome(
      response: try await services.pages.actionResponse(
        request, context, redirectTo: Links.run(store.name, run), flash: flash,
        json: ["run": .integer(run)]))
  }

  /// Whether the button of a form whose decision is another field also starts a push.
  static func isAskedFor(in form: QueryItems?) -> Bool { form?["then"] == "push" }

  /// False offline, without a server, and for who may not push.
  var isPossible: Bool {
    get async throws {
      guard mayPush else { return false }
      return try await !store.sync.isOffline
    }
  }

  /// True where the person can push once the store is online.
  var mayPush: Bool { context.may(.syncRun) && store.info.problem == nil }
}

extension FollowUpPush {
  /// What came of a push that a button promised.
  struct Outcome {
    /// Leads to the run; nil where none was started.
    var response: HTTPResponse?
    /// Why none was started, and what to do; nil where none was asked for or none is needed.
    var why: String?
    var step: NextStep?

    static let notAsked = Outcome()

    static var offline: Outcome {
      Outcome(why: localized("Nothing was pushed: the store is offline. Go online, then push."))
    }

    /// What follows the decision: the reason, else what a button says that promised no push.
    func detail(_ next: String) -> String { why ?? next }
  }

  /// Of a decision that not everything followed: nothing is pushed before somebody looked at it.
  ///
  /// - Parameter changed: How many operations or rows followed it.
  func afterProblems(changed: Int) async throws -> Outcome {
    guard mayPush, changed > 0 else { return .notAsked }
    guard try await !store.sync.isOffline else { return .offline }
    return Outcome(
      why: localized("Nothing was pushed. Review what was not changed, then push the rest."))
  }

  private func hindered(by error: RunError) -> Outcome {
    guard case .busy(let id, let kind, _) = error else {
      return Outcome(
        why: localized(
          "Nothing was pushed: the console is shutting down. Push after its restart."))
    }
    let running = "\(kind.title) \(id)"
    return Outcome(
      why: localized("Nothing was pushed: \(running) is running. Push when it has ended."),
      step: NextStep(localized("View run"), Links.run(store.name, id)))
  }

  /// Why none of `operations` can be sent.
  private func heldBack(_ operations: [Int64], _ known: [Int64: OperationInfo]) -> Outcome {
    guard !operations.isEmpty else { return .notAsked }
    func first(_ state: OperationState) -> Int64? { operations.first { known[$0]?.state == state } }
    func review(_ id: Int64) -> NextStep {
      NextStep(localized("Review"), Links.operation(store.name, id))
    }
    if let id = first(.conflict) {
      return Outcome(
        why: localized("Nothing was pushed: resolve the conflict first, then push."),
        step: review(id))
    }
    if let id = first(.failed) {
      return Outcome(
        why: localized(
          "Nothing was pushed: the server rejected an earlier change. Retry or discard it first."),
        step: review(id))
    }
    if let id = first(.sending) {
      return Outcome(
        why: localized("This change is already being sent."),
        step: review(id))
    }
    if let id = first(.blocked) {
      return Outcome(
        why: localized(
          "Nothing was pushed: an earlier change blocks this one. Push the earlier change first."),
        step: review(id))
    }
    // What left the queue meanwhile needs no push.
    return .notAsked
  }
}

extension OperationState {
  /// True where a push can take it up.
  fileprivate var isSendable: Bool { self == .pending || self == .unknown }
}

extension ActionBody {
  /// The word of `name`, and whether the button of a form also starts a push.
  func decision(_ name: String) -> (word: String, pushes: Bool) {
    let word = text(name) ?? ""
    guard isForm, word.hasSuffix(FollowUpPush.ending) else { return (word, false) }
    return (String(word.dropLast(FollowUpPush.ending.count)), true)
  }
}

extension SelectionBar.Button {
  /// Retries what is selected and, online, pushes it.
  static func retry(name: String, pushes: Bool) -> SelectionBar.Button {
    SelectionBar.Button(
      name: name, value: "retry\(pushes ? FollowUpPush.ending : "")"
    ) { pushes ? localized("Retry and push \($0)") : localized("Retry \($0)") }
  }
}

extension StoreHandle {
  /// What the first of these operations wait for a decision on; nil where none of them is an error.
  func kindOfErrors(among operations: [Int64]) async throws -> ErrorKind? {
    let shown = Array(operations.prefix(FollowUpPush.operationsMax))
    let states = try await sync.operations(shown).values.map(\.state)
    if states.contains(.conflict) { return .conflict }
    return states.contains(.failed) ? .failed : nil
  }

  /// A link to the first error of `kind`, else to the first of the other kind that waits for a
  /// decision.
  func nextError(
    without operations: [Int64], _ kind: ErrorKind, _ list: ListOrigin = ListOrigin()
  ) async throws -> NextStep? {
    for kind in [kind, kind == .conflict ? .failed : .conflict] {
      let others = ErrorQuery(kind: kind, operations: .without(operations), size: 1)
      guard let next = try await sync.errorPage(others).errors.first else { continue }
      return NextStep(
        next.isConflict ? localized("Next conflict") : localized("Next error"),
        list.on(Links.error(name, next.id)))
    }
    return nil
  }
}
