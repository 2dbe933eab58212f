import ConsoleData
import SyncCore
import SyncInspection
import Testing

@testable import Console

/// What stands on a browser's tab.
@Suite struct PageTitleTests {
  private func text(
    _ title: String, _ place: Nav.Place, failed: Int = 0, conflicts: Int = 0,
    table: (failed: Int, conflicts: Int) = (0, 0), isOnline: Bool = true
  ) -> String {
    let counts = StoreCounts(
      live: 1, deleted: 0, pending: 0, failed: failed, conflicts: conflicts)
    let summary = StoreSummary(
      counts: counts,
      tables: [
        TableSummary(
          name: "Movie", live: 1, deleted: 0, pending: 0, failed: table.failed,
          conflicts: table.conflicts)
      ], isOnline: isOnline)
    return PageTitle(title, Nav(store: "todo", place), summary).text
  }

  @Test func troubleStandsBehindWhatHasIt() {
    #expect(text("Queue", .queue) == "Queue – todo – Syncline")
    #expect(text("Queue", .queue, conflicts: 1) == "Queue – todo (1 conflict) – Syncline")
    #expect(text("Overview", .overview, failed: 2) == "Overview (2 rejected) – todo – Syncline")
    #expect(
      text("Movie", .table("Movie"), failed: 2, conflicts: 5, table: (0, 3))
        == "Movie (3 conflicts) – todo – Syncline")
    #expect(
      text("Movie", .table("Movie"), failed: 2, conflicts: 1)
        == "Movie – todo (3 need attention) – Syncline")
    // A row's page is not its table's.
    #expect(
      text("Film a", .table("Movie"), conflicts: 3, table: (0, 3))
        == "Film a – todo (3 conflicts) – Syncline")
    #expect(PageTitle("Stores", Nav(.stores), nil).text == "Stores – Syncline")
  }

  @Test func beginsWithOfflineWhileTheStoreIs() {
    #expect(
      text("Overview", .overview, conflicts: 1, isOnline: false)
        == "Offline – Overview (1 conflict) – todo – Syncline")
    #expect(text("Queue", .queue, isOnline: false) == "Offline – Queue – todo – Syncline")
    let failing = PageTitle("Stores", Nav(.stores), nil, isSyncFailing: true)
    #expect(failing.text == "Sync failed – Stores – Syncline" && failing.status == "Sync failed")
  }

  @Test func everyPageOfAStoreHasIt() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let page = await browser.get("/nowhere").page
    #expect(page.contains("<title>Page not found – Syncline</title>"))
  }
}
