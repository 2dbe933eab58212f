import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A comparison after somebody applied it.
@Suite struct ReconcileAppliedTests {
  @Test func thePageShowsWhatWasDoneAndOffersNoMoreOfIt() async throws {
    let (store, id) = try await SyncConsole.compared()
    let before = await store.page("/s/todo/runs/\(id)").page
    #expect(before.contains("Choose an action below.") && before.contains("Apply"))
    #expect(before.contains("1 row with different content"))
    let choices: JSONValue = [
      "missingOnServer": "remove-here", "missingHere": "pull-again", "different": "pull-again",
    ]
    let applied = await store.post("/s/todo/reconcile/\(id)/apply", choices)
    #expect(applied.json["removed"] == 1 && applied.json["pulled"] == 2)

    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Applied by token admin"))
    #expect(page.contains("1 row was removed here."))
    #expect(page.contains("Applied: 1 row was pulled."))
    #expect(page.contains("Applied: 1 row was replaced by the server’s version."))
    #expect(page.contains("compare again"))
    for stale in ["Nothing was changed", "Apply", "type=\"radio\""] {
      #expect(!page.contains(stale), "\(stale)")
    }
    let json = await store.get("/s/todo/runs/\(id).json").json
    #expect(json["applied"]?.array?.first?["by"] == "token admin")

    let again = await store.post("/s/todo/reconcile/\(id)/apply", choices)
    #expect(again.status == 409 && again.json["error"]?["code"] == "already_applied")
  }

  @Test func groupsThatWereLeftCanStillBeApplied() async throws {
    let (store, id) = try await SyncConsole.compared()
    let path = "/s/todo/reconcile/\(id)/apply"
    #expect(await store.post(path, ["missingOnServer": "remove-here"]).json["removed"] == 1)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Other groups can still be applied below."))
    #expect(!page.contains("name=\"missingOnServer\"") && page.contains("name=\"missingHere\""))
    #expect(await store.post(path, ["missingHere": "pull-again"]).json["pulled"] == 1)
    // Choosing nothing is no application.
    #expect(await store.post(path, ["different": "ignore"]).status == 200)
    #expect(
      await store.get("/s/todo/runs/\(id).json").json["applied"]?.array?.count == 2)
  }

  @Test func theButtonCountsTheRowsThatTheChosenActionsChange() async throws {
    let (store, id) = try await SyncConsole.compared()
    let path = "/s/todo/runs/\(id)"
    let before = await store.page(path).page
    // A row missing here stays so unless somebody chooses to pull it.
    #expect(before.contains("data-many=\"Apply to {0} rows\">Apply to 2 rows</button>"))
    #expect(before.contains("Removed rows stay in the history."))
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let apply = "/s/todo/reconcile/\(id)/apply"
    _ = await browser.submit(
      apply, [("missingOnServer", "remove-here"), ("different", "pull-again")], token: token)
    let after = await browser.get(path).page
    #expect(after.contains("1 row removed here, 1 row replaced with the server’s version"))
    #expect(after.contains("data-many=\"Apply to {0} rows\">Apply</button>"))
    #expect(!after.contains("Removed rows stay in the history."))
    _ = await browser.submit(apply, [("missingHere", "ignore")], token: token)
    let nothing = await browser.get(path).page
    #expect(nothing.contains("<div class=\"status off\" role=\"status\" data-flash>"))
    #expect(nothing.contains("Nothing was changed in TodoItem."))
  }

  @Test func whatWasAppliedIsTakenBackFromItsPageWhileThatIsPossible() async throws {
    let (store, id) = try await SyncConsole.compared()
    let page = "/s/todo/runs/\(id)"
    let applied = await store.post(
      "/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here"])
    let entry = try #require(applied.json["undo"]?.integer)
    let shown = await store.page(page).page
    #expect(shown.contains("action=\"/undo/\(entry)\""))
    #expect(shown.contains("<a href=\"/audit/\(entry)\">Audit entry \(entry)</a>"))
    let viewed = await store.page(page, as: .viewer).page
    #expect(!viewed.contains("/undo/") && viewed.contains("/audit/\(entry)"))
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(!(await store.page(page).page.contains("/undo/\(entry)")))
  }

  @Test func whoMayNotApplyIsToldWhoMay() async throws {
    let (store, id) = try await SyncConsole.compared()
    let page = await store.page("/s/todo/runs/\(id)", as: .operate).page
    #expect(page.contains("You cannot apply it here: you need the admin role."))
    #expect(!page.contains("Choose below"))
    let path = "/s/todo/reconcile/\(id)/apply"
    #expect(await store.post(path, ["missingOnServer": "remove-here"]).json["removed"] == 1)
    let after = await store.page("/s/todo/runs/\(id)", as: .operate).page
    #expect(after.contains("you need the admin role") && !after.contains("chosen below"))
  }

  @Test func theValuesOfARowThatDiffersAreALinkAway() async throws {
    let (store, id) = try await SyncConsole.compared()
    let link = "href=\"/s/todo/t/TodoItem/r/ivan/server\" data-server>Compare values"
    #expect(await store.page("/s/todo/runs/\(id)", as: .operate).page.contains(link))
    #expect(!(await store.page("/s/todo/runs/\(id)", as: .viewer).page.contains("Compare values")))
  }

  @Test func rowsAreNamedByTheirTitles() async throws {
    let (store, id) = try await SyncConsole.compared()
    try await store.items.update("dean", ["text": "not compared"])
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains(">ivan</a>"))
    let titled = try await SyncConsole()
    try await titled.fill(["Paint the fence"])
    titled.server.put("TodoItem", "id-1", ["text": "Water the plants"])
    _ = try await titled.sync.pull()
    titled.server.remove("TodoItem", "id-1")
    let run = try await titled.run("reconcile", ["table": "TodoItem"])
    let other = await titled.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(other.contains(">Water the plants</a> <code class=\"id\">id-1</code>"))
  }
}
