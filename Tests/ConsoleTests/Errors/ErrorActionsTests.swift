import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The pages of errors offer what can help, to those who may do it.
@Suite struct ErrorActionsTests {
  private func vanished(_ store: SyncConsole) async throws -> OperationError {
    try await store.fill(["dean"])
    store.server.remove("TodoItem", "dean")
    try await store.items.update("dean", ["text": "new"])
    _ = try await store.sync.push()
    return try #require(try await store.sync.errors().first)
  }

  @Test func theChangeOfAVanishedRowIsInsertedAgainFirstOfAll() async throws {
    let store = try await SyncConsole()
    let error = try await vanished(store)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("The row no longer exists on the server."))
    #expect(page.contains("Insert the row again, or choose another option below."))
    #expect(!page.contains("is not on the server"))
    #expect(
      page.contains(
        "<button class=\"btn primary\" name=\"choice\" value=\"keep-local\">Insert again"))
    #expect(page.matches(of: #/>Insert again/#).count == 1 && !page.contains("Edit row"))
    // The copies hold values; nothing of them is deleted.
    #expect(page.contains("not loaded") && !page.contains(">deleted<"))
    let inserted = await store.post(
      "/s/todo/errors/\(error.id)/resolve", ["choice": "keep-local"])
    #expect(inserted.status == 200)
    _ = try await store.sync.push()
    #expect(store.server.row("TodoItem", "dean")?.values["text"] == "new")
  }

  @Test func aWrongAddressIsNoMissingRow() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    store.remote.script("dean", [.wrongAddress])
    let run = try await store.run("push")
    #expect(run["report"]?["problems"]?.array?.first?["missingThere"] == false)
    let error = try #require(try await store.sync.errors().first)
    #expect(error.isAddressUnknown && !error.isMissingOnServer)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("The server has no such table or address."))
    #expect(page.contains("Check the server address \(store.remote.displayURL) and that it"))
    #expect(
      page.contains(
        "<button class=\"btn primary\" name=\"choice\" value=\"retry-and-push\">Retry and"))
    #expect(!page.contains(">Insert again") && !page.contains("Edit row"))
    #expect(!(await store.page("/s/todo/errors?pick=these").page).contains("Insert again"))
    // Nobody knows that the row is gone, so nothing takes it for gone.
    let path = "/s/todo/errors/\(error.id)/resolve"
    #expect(await store.post(path, ["choice": "take-server"]).status == 409)
    #expect(await store.post(path, ["choice": "keep-local"]).status == 200)
    #expect(try await store.queue().map(\.kind) == [.update])
  }

  @Test func whoMayNotResolveIsToldWhyAndNotToChoose() async throws {
    for isReadOnly in [false, true] {
      let store = try await SyncConsole { $0.isReadOnly = isReadOnly }
      let why = isReadOnly ? "this console is read-only" : "you need the operator role"
      _ = try await store.conflict()
      _ = try await store.failure()
      let errors = try await store.sync.errors()
      #expect(errors.map(\.isConflict) == [true, false])
      for error in errors {
        let role: Role = isReadOnly ? .admin : .viewer
        let page = await store.page("/s/todo/errors/\(error.id)", as: role).page
        #expect(page.contains("You cannot resolve it: \(why)."))
        for untruth in ["choose below", "Choose one", "your choice", "you can type", "you save"] {
          #expect(!page.contains(untruth), "\(untruth)")
        }
      }
    }
  }
}
