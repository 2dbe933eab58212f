import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// How far the move of another store to this one is: what is done, and what comes next.
struct MoveSteps {
  let facts: StorePageContext
  let source: String
  let comparison: CopyComparison
  /// The options of the comparison that are on.
  let choices: [String]
  /// Operations here that are not pushed.
  let queued: Int
  /// The newest operation here; a push goes up to it.
  let newest: Int64
  /// The newest verification against this source.
  let verification: LastVerification?
  /// Where the other store was moved.
  let movedTo: String?
  let isOffline: Bool
  let mayMove: Bool

  private enum State { case done, next, later }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "MOVE_FROM": source, "VERIFY_ACTION": Links.copyVerification(facts.store),
      "PUSH_ACTION": Links.push(facts.store),
    ]
    let isCopied = comparison.rowsToCopy == 0
    let isPushed = queued == 0
    let done = [isCopied, isCopied && isPushed, isCopied && isPushed && isVerified, isMoved]
    let next = done.firstIndex(of: false) ?? done.count
    let texts = [copyText, pushText, verifyText, moveText]
    let titles = [
      localized("Copy rows"), localized("Push"), localized("Verify both stores and both servers"),
      localized("Move \(source)"),
    ]
    values.add(
      "MOVE_STEP",
      list: titles.indices.map { index in
        var step: TemplateDictionary = ["TITLE": titles[index], "TEXT": texts[index]]
        step.set(badge: "CHIP", badge(done[index] ? .done : index == next ? .next : .later))
        if facts.mayChange { addAction(index, isNext: index == next, to: &step) }
        return step
      })
    return values
  }

  private var isMoved: Bool { movedTo === facts.store }
  private var isVerified: Bool { verification?.isValid ?? false }

  private func badge(_ state: State) -> Badge {
    switch state {
    case .done: Badge(.done, localized("Done"))
    case .next: Badge(.pending, localized("Next"))
    case .later: Badge(.paused, localized("Later"))
    }
  }

  private func addAction(_ index: Int, isNext: Bool, to step: inout TemplateDictionary) {
    switch index {
    case 0 where comparison.rowsToCopy > 0:
      var copy: TemplateDictionary = ["COUNT": Format.count(comparison.rowsToCopy, "row")]
      copy.add("CHOICE", list: choices.map { ["CHOICE_NAME": $0] })
      step.add("COPY", copy)
    case 1 where queued > 0 && !isOffline && isNext:
      step.add("PUSH", ["UP_TO": "\(newest)"])
    case 2 where !isOffline && !isMoved: step.add("VERIFY", ["SOURCE_NAME": source])
    case 3 where mayMove && !isMoved:
      step.add("MOVE_NOW", ["LINK": Links.storeMove(facts.store, from: source)])
    default: break
    }
  }

  private var copyText: String {
    let rows = Format.count(comparison.rowsToCopy, "row")
    return comparison.rowsToCopy == 0
      ? localized("Every row of \(source) is here.") : localized("\(rows) to copy.")
  }

  private var pushText: String {
    let operations = Format.count(queued, "operation")
    return queued == 0
      ? localized("The queue is empty.") : localized("\(operations) not pushed yet.")
  }

  private var verifyText: String {
    guard let verification else {
      return localized("Compares counts, digests and the values on both servers.")
    }
    return verification.run.state == .running
      ? localized("Under way.") : "\(verification.words(now: facts.now))."
  }

  private var moveText: String {
    if isMoved { return localized("\(source) is offline and was moved here.") }
    let changes = Format.count(comparison.pendingChanges, "pending change")
    return comparison.pendingChanges == 0
      ? localized("Takes \(source) offline permanently. It has no pending changes.")
      : localized("Takes \(source) offline permanently and copies its \(changes) here.")
  }
}

extension CopyHandlers {
  /// - Returns: Nil where no other store was compared.
  func moveSteps(
    _ comparison: CopyComparison?, _ query: CopyQuery, _ store: StoreHandle,
    _ context: PageContext
  ) async throws -> MoveSteps? {
    guard let comparison, let source = services.stores.store(comparison.source) else { return nil }
    let state = try await store.sync.state()
    let verification = try await lastVerification(of: comparison.source, in: store.name)
    return MoveSteps(
      facts: context.facts(store, .rowsImport), source: source.name, comparison: comparison,
      choices: query.choices,
      queued: state.tables.reduce(0) { $0 + $1.queued },
      newest: state.newestOperation, verification: verification,
      movedTo: try await services.open(source).sync.movedTo, isOffline: !state.isOnline,
      mayMove: context.may(.rowsDelete) && context.may(.syncRun))
  }
}
