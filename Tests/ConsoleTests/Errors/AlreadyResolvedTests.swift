import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// Whoever decides on what somebody else has settled is told by whom, and loses nothing typed.
@Suite struct AlreadyResolvedTests {
  @Test(arguments: ["/resolve", "/same"])
  func theAnswerSaysWhoSettledItAndShowsWhatWasTyped(_ action: String) async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let path = "/s/todo/errors/\(error.id)"
    var tom = try await store.console.signIn("tom", .operate)
    let token = try await tom.csrfToken
    let opened = await tom.get(path).page
    let of = try #require(opened.value(of: "of")).replacing("&quot;", with: "\"")
    let seen = try #require(opened.value(of: "seen"))
    #expect(await store.post(path + "/resolve", ["choice": "take-server"]).status == 200)

    let form = [
      ("seen", seen), ("of", of), ("choice", "merge"), ("p-text", ""),
      ("v-text", "carefully typed"), ("p-note", "there"), ("v-note", "there"),
    ]
    let answer = await tom.submit(path + action, form, token: token)
    #expect(answer.status == 409)
    #expect(answer.page.contains(" resolved the conflict: took the server’s</b>, "))
    #expect(answer.page.contains(">carefully typed</pre>"))
    #expect(!answer.page.contains(">there</pre>"))
    #expect(answer.page.contains("href=\"/s/todo/t/TodoItem/r/ivan/edit\""))
    #expect(answer.page.contains("href=\"/audit/") && answer.page.contains("?tab=history"))
    #expect(try await store.queue().isEmpty)
    #expect(await store.post(path + "/resolve", ["choice": "retry"]).status == 409)
  }

  @Test func aRowThatLeftTheStoreIsNotOfferedForEditing() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let path = "/s/todo/errors/\(error.id)"
    var tom = try await store.console.signIn("tom", .operate)
    let token = try await tom.csrfToken
    let of = try #require(await tom.get(path).page.value(of: "of"))
      .replacing("&quot;", with: "\"")
    #expect(await store.post(path + "/resolve", ["choice": "remove-row"]).status == 200)
    let answer = await tom.submit(
      path + "/resolve", [("of", of), ("choice", "keep-local")], token: token)
    #expect(answer.status == 409 && answer.page.contains(" removed the row from this store</b>, "))
    #expect(!answer.page.contains("Edit the row"))
  }

  @Test(arguments: ["", "?confirm=discard", "?list=kind%3Dconflict"])
  func theAddressOfARetriedErrorLeadsToTheCurrentOne(_ query: String) async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let path = "/s/todo/errors/\(error.id)"
    var tom = try await store.console.signIn("tom", .operate)
    #expect(await store.post(path + "/resolve", ["choice": "retry"]).status == 200)
    store.remote.script("ralph", [.refused])
    _ = try await store.sync.push()
    let current = try #require(try await store.sync.errors().first)
    #expect(current.id != error.id)

    let answer = await tom.get(path + query)
    let list = query.contains("list") ? query : ""
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "/s/todo/errors/\(current.id)\(list)")
    let page = await tom.get("/s/todo/errors/\(current.id)").page
    #expect(page.contains("The error you opened is resolved."))
    #expect(await store.get(path + ".json").status == 404, "a program reads what it asked for")
    #expect(await store.post(path + "/resolve", ["choice": "retry"]).status == 409)
  }

  @Test func theAddressOfASettledErrorSaysWhatHappenedToTheRow() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let path = "/s/todo/errors/\(error.id)"
    #expect(await store.post(path + "/resolve", ["choice": "take-server"]).status == 200)
    let answer = await store.page(path)
    #expect(answer.status == 404 && answer.page.contains(">This was already resolved</h1>"))
    #expect(answer.page.contains(" resolved the conflict: took the server’s</b>, "))
    #expect(answer.page.contains("<p>The row has no error now.</p>"))
    #expect(answer.page.contains("href=\"/s/todo/t/TodoItem/r/ivan\""))
    #expect(!answer.page.contains("Your choice was not saved."))
    #expect(await store.page("/s/todo/errors/unknown").page.contains(">Already resolved</h1>"))
  }
}
