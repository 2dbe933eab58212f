import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

@Suite struct SchedulePageTests {
  @Test func theSyncPageSaysWhenTheNextOneIsAndHowTheLastOneWent() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    await store.console.scheduler.startDue()
    if let id = await store.console.runs.running(in: "todo") {
      _ = try await store.console.runs.wait(id, store: "todo")
    }
    let page = await store.page("/s/todo/sync").page
    #expect(page.contains("every 15 min") && page.contains("in 15 min, at "))
    #expect(page.contains("Pause<span class=\"vh\"> the schedule</span>"))
    let viewers = await store.page("/s/todo/sync", as: .viewer).page
    #expect(viewers.contains("every 15 min") && !viewers.contains("/s/todo/schedule"))
    let json = await store.get("/s/todo/sync.json").json["schedule"]
    #expect(json?["everyMinutes"] == 15 && json?["state"] == "planned")
    #expect(json?["lastRun"]?["state"] == "succeeded" && json?["failures"] == 0)
    #expect(json?["nextAt"]?.string.flatMap { Timestamp($0) } != nil)
  }

  @Test func aFormPausesAndResumesAndBothAreNoted() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let paused = await browser.submit("/s/todo/schedule", [("paused", "true")], token: token)
    #expect(paused.status == 303 && paused.headers["Location"] == "/s/todo/sync")
    let page = await browser.get("/s/todo/sync").page
    #expect(page.contains("Schedule paused.") && page.contains("paused by mira at "))
    #expect(page.contains("Resume<span class=\"vh\"> the schedule</span>"))
    _ = await browser.submit("/s/todo/schedule", [("paused", "true")], token: token)
    _ = await browser.submit("/s/todo/schedule", [("paused", "false")], token: token)
    var filter = AuditFilter()
    filter.action = "schedule.pause"
    let entries = try await store.console.data.auditEntries(filter, limit: 10)
    #expect(entries.map(\.record.target) == ["resume", "pause"])
    #expect(entries.map(\.record.who) == ["mira", "mira"])
  }

  @Test func onlyOperatorsPauseAndOnlyWithAnAnswerToWhat() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    #expect(await store.post("/s/todo/schedule", ["paused": true], as: .viewer).status == 403)
    #expect(await store.post("/s/todo/schedule").status == 422)
    #expect(await store.post("/s/todo/schedule", ["paused": "soon"]).status == 400)
    #expect(try await store.console.data.schedulePause("todo") == nil)
  }

  @Test func aStoreWithoutAScheduleSaysSo() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    let link = "href=\"/s/todo/settings#f-schedule-everyMinutes\">Set a schedule</a>"
    let page = await store.page("/s/todo/sync").page
    #expect(page.contains("No schedule.") && page.contains(link))
    #expect(!page.contains("Schedule of this store"))
    #expect(!page.contains("An admin can set a schedule") && !page.contains("everyMinutes\":"))
    let others = await store.page("/s/todo/sync", as: .operate).page
    #expect(others.contains("An admin can set a schedule in the store’s settings."))
    #expect(!others.contains("Set a schedule"))
    for (name, role) in [("ann", Role.admin), ("mira", .operate)] {
      var browser = try await store.console.signIn(name, role)
      let token = try await browser.csrfToken
      let form = await browser.submit("/s/todo/schedule", [("paused", "true")], token: token)
      #expect(form.status == 409 && form.page.contains("todo has no schedule"))
      #expect(form.page.contains(link) == (role == .admin))
    }
    #expect(await store.get("/s/todo/sync.json").json["schedule"] == .null)
    let refused = await store.post("/s/todo/schedule", ["paused": true])
    #expect(refused.status == 409 && refused.json["error"]?["code"] == "no_schedule")
  }

  @Test func theWordsForWhatComesNext() {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    func words(_ seconds: Int64) -> String {
      ScheduleStatus(
        schedule: Schedule(everyMinutes: 15, jitterSeconds: 90), phase: .planned,
        nextAt: now.adding(seconds: seconds), failures: 0, last: nil
      ).nextWords(now)
    }
    #expect(words(-60) == "in a moment")
    #expect(words(30) == "in less than a minute")
    #expect(words(240) == "in 4 min, at 22:17")
    #expect(
      Schedule(everyMinutes: 90, jitterSeconds: 90).words
        == "every 1 h 30 min, up to 1 min 30 s later")
  }
}
