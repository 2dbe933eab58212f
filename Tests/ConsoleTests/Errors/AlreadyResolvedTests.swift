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
}
