import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// The pages of lists, forth and back.
@Suite struct ListPagerTests {
  private static let ids = (1...5).map { "item-\($0)" }

  /// A list of five lines by two on a page: its position and its links agree with its lines.
  ///
  /// - Parameter total: Behind the numbers of the lines; empty for a list that is not counted.
  private func walk(
    _ store: SyncConsole, _ path: String, _ words: String, names: [String] = ListPagerTests.ids,
    size: String = "size=2", total: String = " of 5"
  ) async throws {
    func shown(_ page: String) -> [String] { names.filter { page.contains(">\($0)<") } }
    func turn(_ page: String, _ label: String) async throws -> String {
      let link = try #require(page.link(before: ">\(label) page</a>"), "\(path): \(label)")
      #expect(link.contains(size))
      return await store.page(link).page
    }
    let first = await store.page(path + (path.contains("?") ? "&" : "?") + size).page
    let second = try await turn(first, "Next")
    let last = try await turn(second, "Next")
    for (page, range) in [(first, "1–2"), (second, "3–4"), (last, "5–5")] {
      #expect(page.contains("\(words) \(range)\(total)"), "\(path) \(range)")
    }
    #expect([first, second, last].flatMap(shown).sorted() == names.sorted(), "\(path)")
    #expect(!first.contains(">Previous page</a>") && !first.contains(">First page</a>"))
    #expect(!last.contains(">Next page</a>") && last.contains(">First page</a>"))

    let back = try await turn(last, "Previous")
    #expect(back.contains("\(words) 3–4\(total)") && shown(back) == shown(second), "\(path)")
    let start = try await turn(back, "Previous")
    #expect(start.contains("\(words) 1–2\(total)") && shown(start) == shown(first), "\(path)")
    #expect(!start.contains(">Previous page</a>") && start.contains(">Next page</a>"))
    let again = try await turn(start, "Next")
    #expect(again.contains("\(words) 3–4\(total)") && shown(again) == shown(second), "\(path)")
  }

  @Test func theQueueLeadsForthAndBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    for id in Self.ids { try await store.items.update(id, ["estimate": 2]) }
    try await walk(store, "/s/todo/queue", "Operations")
  }

  @Test func errorsLeadForthAndBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    for id in Self.ids {
      store.remote.script(id, [.refused])
      try await store.items.update(id, ["estimate": 2])
    }
    _ = try await store.sync.push()
    try await walk(store, "/s/todo/errors", "Errors")
  }

  @Test func theTrashLeadsForthAndBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    _ = try await store.items.bulk(.delete, ids: Array(Self.ids.prefix(3)), by: "mira")
    store.time.advance(milliseconds: 60_000)
    _ = try await store.items.bulk(.delete, ids: Array(Self.ids.suffix(2)), by: "mira")
    try await walk(store, "/s/todo/trash", "Rows")
  }

  @Test func runsLeadForthAndBack() async throws {
    let store = try await SyncConsole()
    for _ in Self.ids { _ = try await store.run("pull") }
    try await walk(store, "/s/todo/runs", "Runs", names: (1...5).map { "Pull \($0)" })
  }

  /// The problems come first, from the report; the others come from the history.
  @Test(arguments: 0...3) func theRowsOfARunLeadForthAndBack(problems: Int) async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    for id in Self.ids { try await store.items.update(id, ["estimate": 2]) }
    for id in Self.ids.suffix(problems) { store.remote.script(id, [.refused]) }
    let run = try #require(try await store.run("push")["run"]?.integer)
    try await walk(store, "/s/todo/runs/\(run)/rows", "Rows")
  }

  @Test func theAuditLeadsForthAndBack() async throws {
    let store = try await SyncConsole()
    for number in 1...5 {
      try await store.console.data.record(
        AuditRecord(
          who: "bot", address: "", action: "rows.edit", store: "todo",
          target: "TodoItem row-\(number)", requestID: ""))
    }
    try await walk(store, "/audit", "Entries", names: (1...5).map { "Entry \($0)" })
  }

  @Test func aPushPreviewLeadsForthAndBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    for id in Self.ids { try await store.items.update(id, ["estimate": 2]) }
    let key = try #require(await store.post("/s/todo/push/preview").json["preview"]?.string)
    try await walk(store, "/s/todo/push/preview/\(key)", "Operations")
    #expect(await store.get("/s/todo/push/preview/\(key)?after=x", as: .operate).status == 400)
  }

  @Test(arguments: ["changed", "all"])
  func theTimeMachineLeadsForthAndBack(view: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    store.time.advance(milliseconds: 60_000)
    let at = store.time.now.wholeSeconds
    store.time.advance(milliseconds: 60_000)
    store.console.time.advance(milliseconds: 120_000)
    for id in Self.ids { try await store.items.update(id, ["estimate": 2]) }
    try await walk(
      store, "/s/todo/t/TodoItem/past?at=\(at)&view=\(view)", "Rows", size: "limit=2", total: "")
  }

  /// A search that turns back finds the same rows, and ends at the first page.
  @Test func aSearchOfTheTimeMachineLeadsForthAndBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids + ["another", "one more"])
    let path = "/s/todo/t/TodoItem/past?at=\(store.time.now.wholeSeconds)&view=all&text=item"
    try await walk(store, path, "Rows", size: "limit=2", total: "")
  }

  /// Servers are read forwards only, so the pages before are those that the person came from.
  @Test func theServersRowsLeadForthAndBackToPagesThatWereShown() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    let path = "/s/todo/t/TodoItem/server"
    try await walk(store, path, "Rows", size: "limit=2", total: "")
    let first = await store.page("\(path)?limit=2").page
    let next = try #require(first.link(before: ">Next page</a>"))
    let elsewhere = await store.page(next, as: .operate).page
    #expect(elsewhere.contains(">First page</a>") && !elsewhere.contains(">Previous page</a>"))
  }

  @Test func aPageBeforeWhichFewerLinesAreLeftIsTheFirst() async throws {
    let store = try await SyncConsole()
    try await store.fill(Self.ids)
    for id in Self.ids { try await store.items.update(id, ["estimate": 2]) }
    let second = try await store.queue()[1]
    let page = await store.page("/s/todo/queue?size=2&_before=\(second.id)&_at=40").page
    #expect(page.contains("Operations 1–2 of 5") && !page.contains(">Previous page</a>"))
  }

  @Test(arguments: ["queue", "errors", "trash", "runs", "decisions"])
  func aPlaceThatIsNoneIsRefused(list: String) async throws {
    let store = try await SyncConsole()
    #expect(await store.get("/s/todo/\(list).json?_before=!").status == 400)
  }
}
