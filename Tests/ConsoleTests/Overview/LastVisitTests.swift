import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// What the overview says has happened since a person's last visit.
@Suite struct LastVisitTests {
  /// A person who looked at a store an hour ago and signs in again.
  private func returning(
    _ meanwhile: (SyncConsole) async throws -> Void = { _ in }
  ) async throws -> (store: SyncConsole, page: String) {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var browser = try await store.console.signIn("mira", .operate)
    let first = await browser.get("/s/todo").page
    #expect(!first.contains("Since your last visit"))
    store.time.advance(milliseconds: 10_000)
    try await meanwhile(store)
    for time in [store.time, store.console.time] { time.advance(milliseconds: 3_600_000) }
    let form = await browser.get("/login")
    _ = await browser.submit(
      "/login", [("name", "mira"), ("password", "correct horse")], token: form.csrfToken)
    return (store, await browser.get("/s/todo").page)
  }

  @Test func countsWhatRunsDidAndLeadsToTheRows() async throws {
    let (_, page) = try await returning { store in
      store.server.put("TodoItem", "dean", ["text": "there"])
      store.server.put("TodoItem", "new", ["text": "new"])
      _ = try await store.run("pull")
    }
    #expect(page.contains("Since your last visit"))
    #expect(page.contains("rows?result=pulled\">2 rows pulled</a>"))
  }

  @Test func ofSeveralRunsLeadsToThoseThatPulled() async throws {
    let (_, page) = try await returning { store in
      for id in ["new", "newer"] {
        store.server.put("TodoItem", id, ["text": "new"])
        _ = try await store.run("pull")
      }
    }
    #expect(page.contains("href=\"/s/todo/runs?moved=pulled\">2 rows pulled</a>"))
  }

  @Test func countsNewErrors() async throws {
    let (store, page) = try await returning { store in
      try await store.items.update("dean", ["text": "here"])
      store.remote.script("dean", [.refused])
      _ = try await store.run("push")
    }
    let link = try #require(page.firstMatch(of: #/href="([^"]+)">1 new rejection<\/a>/#)?.1)
    #expect(link.hasPrefix("/s/todo/errors?kind=failed&amp;since="))
    let list = await store.page(String(link.replacing("&amp;", with: "&"))).page
    #expect(list.contains("<title>Errors (1) – ") && list.contains(">Since "))
  }

  @Test func countsWhatOthersDidAndLeadsToTheAuditLog() async throws {
    let (store, page) = try await returning { store in
      let edit: JSONValue = ["values": ["text": "other"]]
      #expect(await store.post("/s/todo/t/TodoItem/r/dean", edit).status == 200)
      #expect(await store.post("/s/todo/t/TodoItem/r/dean/delete").status == 200)
    }
    let pattern = #/href="(\/audit\?[^"]+)">[^<]+: 1 row edited, 1 row deleted<\/a>/#
    let link = try #require(page.firstMatch(of: pattern)?.1)
    let list = await store.page(String(link.replacing("&amp;", with: "&"))).page
    #expect(list.contains("deleted"))
  }

  @Test func rowsThatAreNewAreNotCountedAsEdited() async throws {
    let (store, page) = try await returning { store in
      let new: JSONValue = ["values": ["text": "new"]]
      for _ in 0..<3 { #expect(await store.post("/s/todo/t/TodoItem", new).status == 201) }
      let edit: JSONValue = ["values": ["text": "other"]]
      #expect(await store.post("/s/todo/t/TodoItem/r/dean", edit).status == 200)
      try await store.console.data.record(
        AuditRecord(
          who: "vic", address: "", action: "rows.import", store: "todo", target: "TodoItem, 47 new",
          count: 47, requestID: "r"))
    }
    #expect(page.contains("Other people: 3 rows added, 47 rows imported, 1 row edited</a>"))
    #expect(try await store.queue().count == 4)
  }

  @Test func leavesOutWhatThePersonDid() async throws {
    let store = try await SyncConsole()
    let since = store.console.time.now
    for who in ["vic", "mira"] {
      try await store.console.data.record(
        AuditRecord(
          who: who, address: "", action: "rows.undelete", store: "todo", target: "TodoItem",
          count: 2, requestID: "r"))
    }
    let changes = try await store.console.data.changes(store: "todo", since: since, without: "mira")
    #expect(changes.undeleted == 2 && changes.onlyPerson == "vic")
  }

  @Test func saysThatNothingChanged() async throws {
    let (_, page) = try await returning()
    #expect(page.contains("Nothing changed."))
  }

  @Test func programsLeaveNoVisit() async throws {
    let store = try await SyncConsole()
    for _ in 0..<2 {
      _ = await store.page("/s/todo")
      store.console.time.advance(milliseconds: 3_600_000)
    }
    #expect(!(await store.page("/s/todo").page.contains("last visit")))
    #expect(try await store.console.data.lastVisit(of: "token admin", to: "todo") == nil)
  }

  @Test func pagesOfOneVisitDoNotEndIt() async throws {
    let store = try await SyncConsole()
    let data = store.console.data
    for _ in 0..<5 {
      try await data.noteVisit(of: "user mira", to: "todo")
      store.console.time.advance(milliseconds: 1_200_000)
    }
    #expect(try await data.lastVisit(of: "user mira", to: "todo") == nil)
    store.console.time.advance(milliseconds: 1_200_000)
    let last = try #require(try await data.lastVisit(of: "user mira", to: "todo"))
    try await data.noteVisit(of: "user mira", to: "todo")
    store.console.time.advance(milliseconds: 600_000)
    #expect(try await data.lastVisit(of: "user mira", to: "todo") == last)
    #expect(try await data.lastVisit(of: "user vic", to: "todo") == nil)
  }
}
