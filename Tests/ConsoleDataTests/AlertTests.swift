import JSONKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Alerts as their causes come and go.
@Suite struct AlertTests {
  private let test: TestData
  private let rules = AlertRules(holdSeconds: 60, reopenMinutes: 15)
  private static let failing = AlertCause(.syncFailing, store: "todo")

  init() async throws { test = try await TestData() }

  /// Looks once, and says what people were told.
  @discardableResult
  private func look(
    _ causes: [AlertCause] = [], gaps: [AlertSurvey.Gap] = [], quiet: AlertQuiet = .none,
    rules: AlertRules? = nil, conditions: Set<AlertCondition> = Set(AlertCondition.allCases),
    stores: UTF8Set = ["todo"]
  ) async throws -> [String] {
    var survey = AlertSurvey(conditions: conditions, stores: stores)
    survey.findings = causes.map { AlertFinding($0, "It failed.") }
    survey.gaps = gaps
    let messages = AlertMessages(channels: ["ops"], quiet: quiet) { alert, event, id in
      ["id": .string(id), "alert": .integer(alert.id), "event": .string(event.rawValue)]
    }
    return try await test.data.follow(survey, rules: rules ?? self.rules, messages: messages)
      .map { "\($0.event.rawValue) \($0.alert.id)" }
  }

  private func wait(_ seconds: Int64) { test.time.advance(milliseconds: seconds * 1_000) }

  private func due(_ quiet: AlertQuiet = .none) async throws -> [AlertDelivery] {
    try await test.data.dueAlertDeliveries(quiet: quiet, limit: 100)
  }

  /// Opens the alert and sends what it says.
  private func open(_ cause: AlertCause = failing) async throws {
    try await look([cause])
    wait(60)
    #expect(try await look([cause]) == ["opened 1"])
    for delivery in try await due() {
      try await test.data.recordAlertDelivery(delivery.id, .delivered)
    }
  }

  @Test func opensOnceItsCauseHasHeldAndEndsOnceItIsGone() async throws {
    #expect(try await look([Self.failing]).isEmpty)
    wait(59)
    #expect(try await look([Self.failing]).isEmpty)
    #expect(try await test.data.openAlerts().isEmpty)
    wait(1)
    #expect(try await look([Self.failing]) == ["opened 1"])
    #expect(try await test.data.openAlerts().map(\.cause) == [Self.failing])
    wait(600)
    #expect(try await look([Self.failing]).isEmpty)
    #expect(try await look().isEmpty)
    wait(60)
    #expect(try await look() == ["recovered 1"])
    #expect(try await test.data.openAlerts().isEmpty)
    #expect(try await test.data.endedAlerts(limit: 9).map(\.openings) == [1])
    // In order, and the second only after the first.
    let first = try await due()
    #expect(first.map(\.event) == [.opened])
    try await test.data.recordAlertDelivery(first[0].id, .delivered)
    #expect(try await due().map(\.event) == [.recovered])
  }

  @Test func whatPassesWithinAMinuteIsForgotten() async throws {
    for _ in 0..<5 {
      #expect(try await look([Self.failing]).isEmpty)
      wait(40)
      #expect(try await look().isEmpty)
      wait(40)
    }
    #expect(try await due().isEmpty)
    #expect(try await test.data.endedAlerts(limit: 9).isEmpty)
  }

  @Test func aCauseThatComesAndGoesDoesNotFlood() async throws {
    var told: [String] = []
    // Two minutes present, two minutes absent, for two hours.
    for second in stride(from: Int64(0), to: 7_200, by: 10) {
      told += try await look(second / 120 % 2 == 0 ? [Self.failing] : [])
      wait(10)
    }
    // Opened, ended, and opened again; as long as it flaps, it stays open.
    #expect(told == ["opened 1", "recovered 1", "opened 1"])
    for _ in 0..<91 {
      wait(10)
      told += try await look()
    }
    #expect(told.last == "recovered 1" && told.count == 4)
  }

  @Test func aCauseThatReturnsLaterIsAnotherAlert() async throws {
    try await open()
    try await look()
    wait(60)
    #expect(try await look() == ["recovered 1"])
    wait(901)
    try await look([Self.failing])
    wait(60)
    #expect(try await look([Self.failing]) == ["opened 2"])
    #expect(try await test.data.endedAlerts(limit: 9).map(\.id) == [1])
  }

  @Test func causesAreIndependent() async throws {
    let other = AlertCause(.syncFailing, store: "shop")
    let token = AlertCause(.credentialExpiring, subject: "build")
    try await look([Self.failing, other, token], stores: ["todo", "shop"])
    wait(60)
    #expect(
      try await look([Self.failing, token], stores: ["todo", "shop"]) == ["opened 1", "opened 3"])
  }

  @Test func whatCannotBeLookedAtStaysAsItIs() async throws {
    try await open()
    for _ in 0..<10 {
      wait(60)
      #expect(try await look(gaps: [.init(.syncFailing, store: "todo")]).isEmpty)
    }
    #expect(try await test.data.openAlerts().count == 1)
  }

  @Test func whatNobodyWatchesAnyMoreEndsWithoutAMessage() async throws {
    try await open()
    #expect(try await look([Self.failing], conditions: [.conflicts]).isEmpty)
    let ended = try await test.data.endedAlerts(limit: 9)
    #expect(ended.map(\.isUnwatched) == [true])
    #expect(try await due().isEmpty)
  }

  @Test func aClockSetBackByADayDelaysByTheHoldAtMost() async throws {
    let day: Int64 = 86_400
    // While it is held.
    try await look([Self.failing])
    wait(30 - day)
    #expect(try await look([Self.failing]).isEmpty)
    wait(60)
    #expect(try await look([Self.failing]) == ["opened 1"])
    // While it is open: nobody is told again.
    wait(-day)
    #expect(try await look([Self.failing]).isEmpty)
    // While it clears.
    #expect(try await look().isEmpty)
    wait(-day)
    #expect(try await look().isEmpty)
    wait(60)
    #expect(try await look() == ["recovered 1"])
    // After its end: it opens again rather than never.
    wait(-day)
    try await look([Self.failing])
    wait(60)
    #expect(try await look([Self.failing]) == ["opened 1"])
  }

  @Test func remindsUntilSomebodyTakesCareOfIt() async throws {
    let rules = AlertRules(holdSeconds: 60, remindHours: 4)
    try await open()
    for hours in 1...8 {
      wait(3_600)
      let told = try await look([Self.failing], rules: rules)
      #expect(told == (hours % 4 == 0 ? ["reminder 1"] : []))
    }
    // The first reminder still waits, so there is no second one.
    #expect(try await due().map(\.event) == [.reminder])
    #expect(try await test.data.acknowledgeAlert(1, by: "mira", note: "On it."))
    #expect(try await !test.data.acknowledgeAlert(1, by: "dean", note: ""))
    #expect(try await test.data.alert(1)?.acknowledgement?.note == "On it.")
    wait(86_400)
    #expect(try await look([Self.failing], rules: rules).isEmpty)
    // Its end is told all the same.
    try await look(rules: rules)
    wait(60)
    #expect(try await look(rules: rules) == ["recovered 1"])
    #expect(try await !test.data.acknowledgeAlert(1, by: "mira", note: ""))
  }

  @Test func quietHoursHoldBackAndDropWhatIsOver() async throws {
    try await look([Self.failing])
    wait(60)
    try await look([Self.failing], quiet: .notUrgent)
    #expect(try await due(.notUrgent).isEmpty)
    // Still true in the morning.
    #expect(try await due().map(\.event) == [.opened])
    // Over before the morning: neither message is sent.
    try await look(quiet: .notUrgent)
    wait(60)
    #expect(try await look(quiet: .notUrgent) == ["recovered 1"])
    #expect(try await due().isEmpty)
    #expect(try await test.data.lastAlertDelivery(to: "ops").last == nil)
  }

  @Test func urgentAlertsDoNotWaitForTheMorning() async throws {
    let disk = AlertCause(.diskNearlyFull)
    try await look([disk, Self.failing])
    wait(60)
    try await look([disk, Self.failing], quiet: .notUrgent)
    #expect(try await due(.notUrgent).map(\.alert) == [1])
    #expect(try await due(.all).isEmpty)
  }

  @Test func oldAlertsAreRemoved() async throws {
    try await open()
    try await look()
    wait(60)
    try await look()
    wait(89 * 86_400)
    try await test.data.removeOldAlerts()
    #expect(try await test.data.endedAlerts(limit: 9).count == 1)
    wait(2 * 86_400)
    try await test.data.removeOldAlerts()
    #expect(try await test.data.endedAlerts(limit: 9).isEmpty)
    // The message of its end was never sent, and is not forgotten.
    #expect(try await due().map(\.event) == [.recovered])
  }
}
