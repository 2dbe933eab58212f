import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What is opened from a filtered list leads back to it, however it ends.
@Suite struct ListOriginTests {
  private static let filter = "table=TodoItem&kind=conflict"
  private static let list = "/s/todo/errors?\(filter)"
  private static let field = "list=table%3DTodoItem%26kind%3Dconflict"

  /// A store with three conflicts and a refused change between them.
  private func store() async throws -> (store: SyncConsole, conflicts: [OperationError]) {
    let store = try await SyncConsole()
    let ids = ["dean", "ricky", "ralph", "ivan"]
    try await store.fill(ids)
    for id in ids {
      if id != "ricky" { store.server.put(SyncConsole.table, id, ["text": "of the server"]) }
      try await store.items.update(id, ["text": "of the store"])
    }
    store.remote.script("ricky", [.refused])
    _ = try await store.sync.push()
    let conflicts = try await store.sync.errors().filter(\.isConflict)
    #expect(conflicts.map(\.itemID) == ["dean", "ralph", "ivan"])
    return (store, conflicts)
  }

  private func browser(_ store: SyncConsole) async throws -> (TestBrowser, String) {
    let browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    return (browser, token)
  }

  @Test func aConflictOfAFilteredListRemembersTheFilter() async throws {
    let (store, conflicts) = try await store()
    let list = await store.page(Self.list).page
    let link = "/s/todo/errors/\(conflicts[1].id)?\(Self.field)"
    #expect(list.contains("href=\"\(link)\""))
    #expect(await store.page("/s/todo/errors").page.contains("/errors/\(conflicts[1].id)\""))
    let page = await store.page(link).page
    #expect(page.contains("href=\"/s/todo/errors?table=TodoItem&amp;kind=conflict\""))
    #expect(page.contains("/resolve?\(Self.field)\"") && page.contains("/same?\(Self.field)\""))
    #expect(page.contains("?confirm=discard&amp;\(Self.field)\""))
  }

  /// The list shows the newest operation first.
  @Test func theNextAndPreviousConflictsAreThoseBelowAndAboveItInTheList() async throws {
    let (store, conflicts) = try await store()
    let links = conflicts.map { "/s/todo/errors/\($0.id)?\(Self.field)" }
    for (place, next, previous) in [(2, 1, nil), (1, 0, 2), (0, 2, 1)] {
      let page = await store.page(links[place]).page
      #expect(page.contains("\(3 - place) of 3"))
      #expect(page.contains("href=\"\(links[next])\">Next conflict<"))
      if let previous {
        #expect(page.contains("href=\"\(links[previous])\" aria-label=\"Previous conflict\">"))
      } else {
        #expect(page.contains("<button class=\"btn s\" type=\"button\" disabled>"))
        #expect(!page.contains("Previous conflict"))
      }
    }
    // A filter that shows only one has no next; one that is none of it is counted among all.
    let alone = "/s/todo/errors/\(conflicts[0].id)?list=cause%3Dnothing"
    #expect(await store.page(alone).page.contains("3 of 3"))
    let bad = "/s/todo/errors/\(conflicts[0].id)?list=status%3Dabc"
    #expect(await store.page(bad).status == 200)
  }

  @Test func whatIsDecidedLeadsBackToTheList() async throws {
    let (store, conflicts) = try await store()
    var (browser, token) = try await browser(store)
    let resolve = "/s/todo/errors/\(conflicts[0].id)/resolve?\(Self.field)"
    let kept = await browser.submit(resolve, [("choice", "keep-local")], token: token)
    #expect(kept.status == 303 && kept.headers["Location"] == Self.list)
    let discard = "/s/todo/errors/\(conflicts[1].id)/resolve?\(Self.field)"
    let asked = await browser.submit(discard, [("choice", "discard")], token: token)
    let question = try #require(asked.headers["Location"])
    #expect(question.hasSuffix("?confirm=discard&\(Self.field)"))
    let page = await browser.get(question).page
    #expect(page.contains("action=\"\(discard)\""))
    let done = await browser.submit(
      discard, [("choice", "discard"), ("confirmed", "yes")], token: token)
    #expect(done.headers["Location"] == Self.list)
  }

  @Test func aRemedyForACauseLeadsBackToTheList() async throws {
    let list = "errors?table=TodoItem&kind=failed"
    let (store, conflicts) = try await store()
    for id in ["walt", "hugo"] { try await store.items.insert(["id": .string(id)]) }
    for id in ["walt", "hugo"] { store.remote.script(id, [.refused]) }
    _ = try await store.sync.push()
    #expect(conflicts.count == 3)
    var (browser, token) = try await browser(store)
    let page = await browser.get("/s/todo/\(list)").page
    let form = try #require(page.firstRange(of: "/s/todo/errors/bulk\" hidden><input"))
    let fields = ["query", "expect", "back"].compactMap { name in
      String(page[form.lowerBound...]).value(of: name).map {
        (name, $0.replacing("&amp;", with: "&"))
      }
    }
    #expect(fields.count == 3)
    let done = await browser.submit(
      "/s/todo/errors/bulk", fields + [("choice", "retry")], token: token)
    #expect(done.headers["Location"] == "/s/todo/\(list)")
  }

  @Test func anOperationOfAFilteredQueueLeadsBackToIt() async throws {
    let (store, conflicts) = try await store()
    var (browser, token) = try await browser(store)
    let operation = conflicts[0].operationID
    let field = "list=state%3Dconflict"
    let link = "/s/todo/queue/\(operation)?\(field)"
    #expect(await browser.get("/s/todo/queue?state=conflict").page.contains("href=\"\(link)\""))
    let page = await browser.get(link).page
    #expect(page.contains("href=\"/s/todo/queue?state=conflict\""))
    #expect(page.contains("/retry?\(field)\"") && page.contains("?confirm=cancel&amp;\(field)\""))
    let done = await browser.submit(
      "/s/todo/queue/\(operation)/cancel?\(field)", [("confirmed", "yes")], token: token)
    #expect(done.headers["Location"] == "/s/todo/queue?state=conflict")
  }

  @Test func aPurgeLeadsBackToTheListInWhichItWasChosen() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    var (browser, token) = try await browser(store)
    let list = "/s/todo/t/TodoItem?text__contains=r&sort=text"
    let page = await browser.get(list).page
    let link = "/s/todo/t/TodoItem/purge?query=text__contains%3Dr"
    let field = "list=text__contains%3Dr%26sort%3Dtext"
    #expect(page.contains("href=\"\(link)&amp;\(field)\""))
    let question = await browser.get("\(link)&\(field)").page
    #expect(question.contains("action=\"/s/todo/t/TodoItem/purge?\(field)\""))
    let done = await browser.submit(
      "/s/todo/t/TodoItem/purge?\(field)", [("query", "text__contains=r"), ("typed", "2")],
      token: token)
    #expect(done.headers["Location"] == list)
  }

  @Test func aPurgeOfTheTrashLeadsBackToTheTrash() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.put(SyncConsole.table, "dean", ["text": "x"], deleted: true)
    _ = try await store.sync.pull()
    var (browser, token) = try await browser(store)
    let field = "trash=table%3DTodoItem"
    let link = "/s/todo/t/TodoItem/purge?query=view%3Ddeleted"
    let trash = await browser.get("/s/todo/trash?table=TodoItem").page
    #expect(trash.contains("href=\"\(link)&amp;\(field)\""))
    let question = await browser.get("\(link)&\(field)").page
    #expect(question.contains("href=\"/s/todo/trash?table=TodoItem\">Trash</a>"))
    let done = await browser.submit(
      "/s/todo/t/TodoItem/purge?\(field)", [("query", "view=deleted"), ("typed", "1")],
      token: token)
    #expect(done.headers["Location"] == "/s/todo/trash?table=TodoItem")
  }

  @Test func aRowDeletedForGoodLeadsBackToItsList() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    var (browser, token) = try await browser(store)
    let field = "list=text__contains%3Dr"
    let page = await browser.get("/s/todo/t/TodoItem/r/ralph?\(field)").page
    let link = "/s/todo/t/TodoItem/r/ralph/hard-delete?\(field)"
    #expect(page.contains("href=\"\(link)\""))
    #expect(await browser.get(link).page.contains("action=\"\(link)\""))
    let done = await browser.submit(link, [("typed", "delete")], token: token)
    #expect(done.headers["Location"] == "/s/todo/t/TodoItem?text__contains=r")
  }
}
