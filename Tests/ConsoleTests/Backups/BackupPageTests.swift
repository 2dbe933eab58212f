import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// The page Backups and its schedule.
@Suite struct BackupPageTests {
  /// Makes no backup, but says so or fails.
  private final class FakeMaker: BackupMaker {
    let settings = BackupSettings(directory: "/backups", everyMinutes: 60, keep: 3)
    let failure = Locked<String?>(nil)
    let gate = Gate()

    func make(
      progress: @escaping @Sendable (BackupProgress) -> Void
    ) async throws -> FinishedBackup {
      progress(
        BackupProgress(
          file: "console.sqlite", filesDone: 1, filesTotal: 2, bytes: 10, bytesTotal: 20))
      await gate.wait()
      if let failure = failure.withLock({ $0 }) {
        throw StorageProblem(.diskFull, file: failure)
      }
      return FinishedBackup(folder: "/backups/one", files: 2, bytes: 2_000)
    }
  }

  @Test func makesOneAndListsItForAdmins() async throws {
    let maker = FakeMaker()
    let console = try await SyncConsole(backups: maker).console
    var admin = try await console.signIn("ada", .admin)
    let empty = await admin.get("/backups")
    #expect(empty.text?.contains("No backups yet.") == true)
    #expect(await admin.submit("/backups", [], token: empty.csrfToken).status == 303)
    let running = await admin.get("/backups")
    #expect(running.text?.contains("1 of 2 files; console.sqlite: 10 B of 20 B.") == true)
    #expect(running.text?.contains("Back up now") == false)
    // The list of a program says the same.
    #expect(await admin.get("/backups.json").json["running"]?["by"] == "ada")
    maker.gate.open()
    await console.backups?.wait()
    let done = await admin.get("/backups.json").json["backups"]?.array?.first
    #expect(done?["verified"] == true && done?["folder"] == "/backups/one")
    let entry = try await console.data.auditEntries(AuditFilter(), limit: 1).first
    #expect(entry?.record.action == "backup.make" && entry?.record.target == "/backups/one")
    var operate = try await console.signIn("olga", .operate)
    #expect(await operate.get("/backups").status == 403)
  }

  @Test func isScheduledAndSaysWhenItFailed() async throws {
    let maker = FakeMaker()
    maker.gate.open()
    maker.failure.withLock { $0 = "/backups" }
    let console = try await SyncConsole(backups: maker).console
    let center = try #require(console.backups)
    try await center.startIfDue()
    await center.wait()
    #expect(try await console.data.backups(limit: 9).map(\.who) == ["schedule"])
    var viewer = try await console.signIn("vic", .viewer)
    let overview = await viewer.get("/s/todo")
    #expect(overview.text?.contains("The last backup failed: The disk that holds /backups") == true)
    // A failed one is tried again before its interval is over; then it is over for an hour.
    maker.failure.withLock { $0 = nil }
    for (minutes, count) in [(14, 1), (1, 2), (59, 2), (1, 3)] as [(Int64, Int)] {
      console.time.advance(milliseconds: minutes * 60_000)
      try await center.startIfDue()
      await center.wait()
      #expect(try await console.data.backups(limit: 9).count == count)
    }
    #expect(await viewer.get("/s/todo").text?.contains("The last backup failed") == false)
  }

  @Test func backupsAreSearchedByFolderPersonAndFailure() async throws {
    let console = try await SyncConsole(backups: FakeMaker()).console
    let now = console.time.now
    for day in 1...60 {
      try await console.data.addBackup(by: "schedule", startedAt: now, folder: "/backups/\(day)")
    }
    try await console.data.addBackup(
      by: "ada", startedAt: now, folder: "/backups", failure: "The disk is full.")
    var admin = try await console.signIn("ada", .admin)
    func found(_ text: String) async -> [String?] {
      let json = await admin.get("/backups.json?text=\(text)").json
      return (json["backups"]?.array ?? []).map { $0["folder"]?.string }
    }
    #expect(await found("ADA") == ["/backups"])
    #expect(await found("disk%20IS") == ["/backups"])
    // Older than those that the page lists.
    #expect(await found("backups/7") == ["/backups/7"])
    #expect(await found("schedule").count == 50)
    let page = await admin.get("/backups?text=zebra").page
    #expect(page.contains("No backups match “zebra”.") && !page.contains("No backups yet."))
    #expect(page.contains("<a href=\"/backups\">Clear search</a>"))
  }
}
