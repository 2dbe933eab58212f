import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The last step of adding a store follows its first run, which may have begun by itself.
@Suite struct AddedStoreTests {
  private static let path = "/stores/new?added=todo"

  private func visit(
    _ store: SyncConsole, as name: String = "ann"
  ) async throws -> String {
    var browser = try await store.console.signIn(name, .admin)
    let answer = await browser.get(Self.path)
    #expect(answer.status == 200)
    return answer.page
  }

  @Test func aStoreWithoutRunsIsPulledFromHere() async throws {
    let page = try await visit(try await SyncConsole(administration: FakeAdministration()))
    #expect(page.contains("“todo” has no rows yet") && page.contains(">Pull all tables</button>"))
    #expect(!page.contains("data-events") && !page.contains("sync starts"))
  }

  @Test func aScheduleThatBeginsByItselfSoonTakesThePlaceOfTheButton() async throws {
    let page = try await visit(
      try await SyncConsole(
        schedule: Schedule(everyMinutes: 15), administration: FakeAdministration()))
    let link = "<a href=\"/s/todo/sync#h-sch\">Schedule</a>"
    #expect(page.contains("The first sync starts in a moment. \(link)"))
    #expect(page.contains("data-renew=\"3000\"") && page.contains(">Refresh</a>"))
    #expect(!page.contains("Pull all tables"))
  }

  @Test func thePageFollowsAScheduleThatBeginsWithinAMinute() async throws {
    let page = try await visit(
      try await SyncConsole(
        schedule: Schedule(everyMinutes: 15, startDelaySeconds: 30),
        administration: FakeAdministration()))
    #expect(page.contains("The first sync starts in less than a minute."))
    #expect(page.contains(">Pull all tables</button>") && page.contains("data-renew=\"3000\""))
  }

  @Test func aScheduleThatBeginsLaterIsNamedBesideTheButton() async throws {
    let page = try await visit(
      try await SyncConsole(
        schedule: Schedule(everyMinutes: 15, startDelaySeconds: 600),
        administration: FakeAdministration()))
    #expect(page.contains("The first sync starts in 10 min, at "))
    #expect(page.contains(">Pull all tables</button>") && !page.contains("data-renew"))
  }

  @Test func aRunUnderWayIsShownInPlaceOfTheButtonAndThenItsResult() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    store.server.put("TodoItem", "a", ["text": "x"])
    let (arrived, gate) = (Gate(), Gate())
    store.remote.beforePage { _ in
      arrived.open()
      await gate.wait()
    }
    let id = try #require(await store.post("/s/todo/sync").json["run"]?.integer)
    await arrived.wait()
    let live = try await visit(store)
    #expect(live.contains("data-events=\"/s/todo/runs/\(id)/events\""))
    #expect(live.contains("href=\"/s/todo/runs/\(id)\">View run</a>"))
    #expect(!live.contains("Pull all tables") && !live.contains("has no rows yet"))

    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
    let over = try await visit(store, as: "mira")
    #expect(over.contains("1 row was pulled") && over.contains("View run"))
    #expect(over.contains("class=\"btn primary\" href=\"/s/todo\">Open store</a>"))
    #expect(!over.contains("Pull all tables") && !over.contains("data-events"))
  }

  @Test func aFirstRunThatFailedSaysSoAndIsRepeatedFromHere() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    let page = try await visit(store)
    #expect(page.contains("View run") && page.contains(">Pull all tables</button>"))
  }
}
