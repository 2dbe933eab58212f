import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct LiveTests {
  /// A live store, followed until `body` returns.
  private func following(
    _ body: (SyncConsole, LiveCenter) async throws -> Void
  ) async throws {
    let store = try await SyncConsole()
    let live = LiveCenter(
      ["todo"], data: store.console.data, runs: store.console.runs,
      opened: { _ in store.sync }, log: { _ in })
    let task = Task { await live.run() }
    do {
      try await body(store, live)
    } catch {
      task.cancel()
      await task.value
      throw error
    }
    task.cancel()
    await task.value
  }

  private func connected(_ live: LiveCenter) async throws {
    try await until { await live.status(of: "todo")?.isConnected == true }
  }

  private func runs(_ store: SyncConsole) async throws -> [Run] {
    try await store.console.data.runs(store: "todo", RunQuery(limit: 100))
  }

  @Test func aConnectionBeginsWithAPullOfEverything() async throws {
    try await following { store, live in
      store.server.put("TodoItem", "dean", ["text": "dean"])
      try await connected(live)
      try await until { try await store.sync.row("TodoItem", "dean") != nil }
      let run = try #require(try await runs(store).last)
      #expect(run.kind == .pull && run.who == "live" && run.state == .succeeded)
    }
  }

  @Test func whatTheServerNamesIsPulled() async throws {
    try await following { store, live in
      try await connected(live)
      store.server.put("TodoItem", "dean", ["text": "dean"])
      store.remote.tell("TODOITEM", "SomethingElse")
      try await until { try await store.sync.row("TodoItem", "dean") != nil }
      try await until { await live.status(of: "todo")?.rows == 1 }
    }
  }

  @Test func livePullsInARowShareARunUntilAnotherComesBetween() async throws {
    try await following { store, live in
      try await connected(live)
      for id in ["a", "b", "c"] {
        store.server.put("TodoItem", id, ["text": "x"])
        store.remote.tell("TodoItem")
        try await until { try await store.sync.row("TodoItem", id) != nil }
      }
      try await until { try await runs(store).first?.outcome.pulled == 3 }
      let shared = try #require(try await runs(store).first)
      #expect(shared.report.pull?.inserted == 3 && shared.report.history?.upTo != nil)
      _ = try await store.run("push")
      store.server.put("TodoItem", "d", ["text": "x"])
      store.remote.tell("TodoItem")
      try await until { try await runs(store).count == 4 }
      #expect(try await runs(store).map(\.outcome.pulled) == [1, 0, 3, 0])
    }
  }

  @Test func aPauseThatSomebodyEndsIsNotWaitedFor() async throws {
    let store = try await SyncConsole()
    store.remote.set(retryAfter: 3_600)
    store.remote.scriptReads([.throttled])
    #expect(try await store.run("pull")["state"] == "failed")
    let live = LiveCenter(
      ["todo"], data: store.console.data, runs: store.console.runs,
      opened: { _ in store.sync }, log: { _ in })
    let task = Task { await live.run() }
    try await until { await live.status(of: "todo")?.loss?.reason == "Rate limited by the server." }
    #expect(store.remote.streamsOpened == 0)
    #expect(try await store.run("pull", ["anyway": true])["state"] == "succeeded")
    try await connected(live)
    task.cancel()
    await task.value
  }

  @Test func aPullThatBringsNothingIsNoRun() async throws {
    try await following { store, live in
      try await connected(live)
      let pages = store.remote.calls.count { $0.name == "changes" }
      store.remote.tell("TodoItem")
      try await until { store.remote.calls.count { $0.name == "changes" } > pages }
      store.server.put("TodoItem", "a", ["text": "x"])
      store.remote.tell("TodoItem")
      try await until { try await runs(store).count == 2 }
      #expect(try await runs(store).map(\.outcome.pulled) == [1, 0])
    }
  }

  @Test func pendingChangesAreNotPushedAndNotOverwritten() async throws {
    try await following { store, live in
      store.server.put("TodoItem", "a", ["text": "x"])
      try await connected(live)
      try await until { try await store.sync.row("TodoItem", "a") != nil }
      try await store.items.update("a", ["text": "mine"])
      store.server.put("TodoItem", "a", ["text": "theirs"])
      store.server.put("TodoItem", "b", ["text": "x"])
      store.remote.tell("TodoItem")
      try await until { try await store.sync.row("TodoItem", "b") != nil }
      #expect(try await store.sync.row("TodoItem", "a")?.record.values["text"] == "mine")
      #expect(store.remote.sends.isEmpty)
      #expect(try await store.sync.counts().pending == 1)
    }
  }

  @Test func aRunThatIsStartedMeanwhileGoesFirst() async throws {
    try await following { store, live in
      try await connected(live)
      let (arrived, gate) = (Gate(), Gate())
      store.remote.beforePage { _ in
        arrived.open()
        await gate.wait()
      }
      store.server.put("TodoItem", "a", ["text": "x"])
      store.remote.tell("TodoItem")
      await arrived.wait()
      try await store.items.insert(["id": "mine", "text": "y"])
      async let push = store.run("push")
      // The page is on its way; the pull is given up as soon as it has come.
      try await Task.sleep(for: .milliseconds(50))
      gate.open()
      #expect(try await push["state"] == "succeeded")
      try await until { try await store.sync.row("TodoItem", "a") != nil }
    }
  }

  @Test func aLostStreamIsAskedForAgainAndWhatWasMissedIsPulled() async throws {
    try await following { store, live in
      try await connected(live)
      store.remote.refuseStreams([.throttled(retryAfterSeconds: 0)])
      store.remote.loseStream()
      store.server.put("TodoItem", "missed", ["text": "x"])
      try await until { store.remote.streamsOpened == 2 }
      try await until { try await store.sync.row("TodoItem", "missed") != nil }
      try await connected(live)
    }
  }

  @Test func anOfflineStoreHasNoStream() async throws {
    try await following { store, live in
      try await connected(live)
      try await store.sync.setOffline(true)
      try await until { await live.status(of: "todo")?.phase == .offline }
      #expect(!store.remote.isHeard)
      try await store.sync.setOffline(false)
      try await connected(live)
    }
  }

  @Test func aRowThatTheServerRemovedGoesHereTooWhenItIsTrue() async throws {
    try await following { store, live in
      for id in ["a", "b"] { store.server.put("TodoItem", id, ["text": "x"]) }
      try await connected(live)
      try await until { try await store.sync.row("TodoItem", "b") != nil }
      store.server.remove("TodoItem", "a")
      for id in ["a", "b"] { store.remote.tellRemoval(id, of: "TodoItem") }
      try await until { try await store.items.read(id: "a") == nil }
      #expect(try await store.items.read(id: "b") != nil)
    }
  }

  @Test func aWebhookIsFollowedWithoutAStream() async throws {
    let store = try await SyncConsole()
    store.remote.refuseStreams([.unsupported(detail: "No.")])
    let live = LiveCenter(
      ["todo"], data: store.console.data, runs: store.console.runs,
      opened: { _ in store.sync }, log: { _ in })
    let task = Task { await live.run() }
    try await until { await live.status(of: "todo") != nil }
    store.server.put("TodoItem", "a", ["text": "x"])
    await live.hear(.tables(["TodoItem"]), store: "todo")
    await live.hear(.tables(["TodoItem"]), store: "other")
    try await until { try await store.sync.row("TodoItem", "a") != nil }
    task.cancel()
    await task.value
  }

  @Test func aServerWithoutAStreamIsSaidToHaveNone() async throws {
    let store = try await SyncConsole()
    store.remote.refuseStreams([.unsupported(detail: "The server h has no change stream.")])
    let live = LiveCenter(
      ["todo"], data: store.console.data, runs: store.console.runs,
      opened: { _ in store.sync }, log: { _ in })
    let task = Task { await live.run() }
    try await until {
      let phase = await live.status(of: "todo")?.phase
      return phase != nil && phase != .connecting
    }
    let status = await live.status(of: "todo")
    #expect(status?.phase == .unsupported(reason: "The server h has no change stream."))
    #expect(
      status?.words(now: store.console.time.now)
        == "The server h has no change stream. Changes come with the next sync or pull.")
    #expect(try await runs(store).isEmpty)
    task.cancel()
    await task.value
  }

  @Test func aStoreThatIsNotLiveAnyMoreIsLeft() async throws {
    try await following { store, live in
      try await connected(live)
      await live.setStores([])
      try await until { !store.remote.isHeard }
      #expect(await live.status(of: "todo") == nil)
    }
  }

  @Test func theWordsForEachState() {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    var status = LiveStatus()
    #expect(status.words(now: now) == "Connecting to the server’s change stream.")
    status.enter(.connected(since: now.adding(seconds: -600)), at: now)
    #expect(
      status.words(now: now)
        == "Connected since 22:03:20: changes on the server are pulled at once.")
    status.rows = 12
    status.lastRowAt = now.adding(seconds: -120)
    #expect(
      status.words(now: now).hasSuffix(
        "12 rows pulled since the console was started, the last one 2 min ago."))
    status.enter(.waiting(reason: "The server is away.", until: now.adding(seconds: 4)), at: now)
    #expect(
      status.words(now: now)
        == "Disconnected. The server is away. Next try in less than a minute. Until then, changes "
        + "come with the next sync or pull.")
  }

  @Test func aLossLastsFromItsFirstFailureToTheNextConnection() {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    var status = LiveStatus()
    status.enter(.connected(since: now), at: now)
    #expect(status.loss == nil)
    status.enter(.waiting(reason: "It is away.", until: now), at: now)
    status.enter(.connecting, at: now.adding(seconds: 1))
    status.enter(.waiting(reason: "It refused.", until: now), at: now.adding(seconds: 2))
    #expect(status.loss == LiveStatus.Loss(since: now, reason: "It refused."))
    status.enter(.connected(since: now), at: now.adding(seconds: 3))
    #expect(status.loss == nil)
    status.enter(.unsupported(reason: "It has none."), at: now)
    #expect(status.loss == nil)
    status.enter(.waiting(reason: "It is away.", until: now), at: now)
    status.enter(.unsupported(reason: "It has none."), at: now)
    #expect(status.loss == LiveStatus.Loss(since: now, reason: "It has none."))
    status.enter(.offline, at: now)
    #expect(status.loss == nil)
  }

  @Test func everyFurtherFailureDoublesTheWait() {
    var backOff = LiveBackOff(random: RandomSource { .init(repeating: 255, count: $0) })
    let lost = RemoteError.unreachable(host: "h", detail: "gone")
    let waits = (0..<8).map { _ in backOff.next(after: lost) }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64].map { Duration.seconds($0) })
    let refused = RemoteError.unauthorized(host: "h", detail: "no")
    #expect(
      (0..<3).map { _ in backOff.next(after: refused) } == [256, 512, 512].map(Duration.seconds))
    backOff.reset()
    #expect(backOff.next(after: lost) == .seconds(1))
    #expect(backOff.next(after: RemoteError.throttled(retryAfterSeconds: 90)) == .seconds(90))
  }
}
