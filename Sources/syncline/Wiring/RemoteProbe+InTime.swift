import Console
import SyncCore

/// Requests about many tables at once, for which nobody waits longer than a moment.
extension RemoteProbe {
  private static let waitMax = Duration.seconds(5)

  /// Counts the rows of the tables of a test that found nothing wrong.
  func countRows(_ remote: any Remote, _ test: inout ConnectionTest) async {
    guard let remote = remote as? any RowCountRemote, test.isPassed, let tables = test.tables else {
      return
    }
    let names = tables.prefix(Self.tablesMax).map(\.name).enumerated()
    let counts = await answersInTime(of: Array(names)) { index, name in
      (try? await remote.rowCount(of: name)).map { (index: index, count: $0) }
    }
    for (index, count) in counts { test.tables?[index].rowCount = count }
  }

  /// What `ask` answers for the items, without nil and without what comes too late; in any order.
  func answersInTime<Item: Sendable, Answer: Sendable>(
    of items: [Item], _ ask: @escaping @Sendable (Item) async -> Answer?
  ) async -> [Answer] {
    await withTaskGroup(of: Answered<Answer>.self) { group in
      for item in items { group.addTask { .answer(await ask(item)) } }
      group.addTask {
        try? await Task.sleep(for: Self.waitMax)
        return .timeIsUp
      }
      var answers: [Answer] = []
      for _ in items {
        guard case .answer(let answer)? = await group.next() else { break }
        if let answer { answers.append(answer) }
      }
      group.cancelAll()
      return answers
    }
  }

  private enum Answered<Answer: Sendable>: Sendable {
    case answer(Answer?)
    case timeIsUp
  }
}
