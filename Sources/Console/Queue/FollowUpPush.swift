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

  /// Starts a push of what is ready of `operations` and leads to the run; nil where none can start.
  ///
  /// - Parameters:
  ///   - flash: What was done before, with its Undo and the next step, for the page of the run.
  ///   - done: The sentence once the server has it all; nil where that of `flash` stays true.
  func start(
    _ operations: [Int64], saying flash: Flash, onceDone done: String? = nil,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse? {
    guard try await isPossible else { return nil }
    var order = RunRequest(.push, store: store.name, by: context.who)
    order.operations = try await ready(of: operations)
    guard order.operations?.isEmpty == false else { return nil }
    let run: RunID
    do {
      run = try await services.runs.start(order).id
    } catch is RunError {
      // Another run works on the store: what was decided stays queued for the next push.
      return nil
    } catch SyncError.offline {
      return nil
    }
    try await ActionAudit(services: services, context: context, store: store.name).note(
      .syncRun, "push of \(RunReport(order).recordedScope), run \(run)", run: run)
    var flash = flash
    flash.push = Flash.Push(run: run, done: done)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.run(store.name, run), flash: flash,
      json: ["run": .integer(run)])
  }

  /// What follows a decision that started no push.
  ///
  /// - Parameters:
  ///   - next: The same for a button that promised none.
  ///   - pushes: Whether the button promised a push, which an offline store can't keep.
  func detail(_ next: String, promised pushes: Bool) async throws -> String {
    guard pushes, mayPush, try await store.sync.isOffline else { return next }
    return [localized("Nothing was pushed: the store is offline."), next].joinedAsSentences()
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

  private func ready(of operations: [Int64]) async throws -> [Int64] {
    let known = try await store.sync.operations(operations)
    return operations.filter { id in
      known[id].map { $0.state == .pending || $0.state == .unknown } ?? false
    }
  }
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
