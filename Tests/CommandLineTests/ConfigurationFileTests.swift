import Console
import Support
import SyncCore
import Testing
import Zones

@testable import syncline

@Suite struct ConfigurationFileTests {
  private func read(_ text: String) throws -> [StoreDefinition] {
    try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json").stores
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func readsAWholeStore() throws {
    let stores = try read(
      """
      { "stores": [ { "name": "todo", "environment": "production",
          "remote": { "kind": "azure", "url": "http://127.0.0.1:8081", "apiVersion": "3.0.0",
                      "authTokenEnv": "TODO_TOKEN", "apiKeyFile": "/run/key" },
          "push": { "window": 4, "batch": false },
          "tables": [ { "name": "TodoItem", "softDelete": { "column": "complete" },
                        "pull": [ { "queryId": "open", "filter": "complete eq false" } ] },
                      { "name": "Visit", "softDelete": { "column": "deletedAt", "type": "date" },
                        "dependsOn": ["TodoItem"], "references": { "about": "Movie" } },
                      { "name": "Movie", "conflictRules": [ { "rule": "newest" },
                          { "column": "rank", "rule": "larger", "ifNull": "other" } ] }, { "name": "Log", "softDelete": "none" } ] } ] }
      """)
    let store = try #require(stores.first)
    #expect(store.name == "todo")
    #expect(store.environment == "production")
    #expect(
      store.remote
        == RemoteDefinition(
          kind: .azure, url: "http://127.0.0.1:8081", apiVersion: "3.0.0",
          authToken: .environment("TODO_TOKEN"), apiKey: .file("/run/key")))
    #expect(store.settings.pushWindow == 4)
    #expect(store.settings.pushWindowMax == 4)
    #expect(!store.settings.pushesBatches)
    #expect(store.settings.table("TodoItem").softDelete == .flag(column: "complete"))
    #expect(store.settings.table("TodoItem").pulls.first?.filter == "complete eq false")
    #expect(store.settings.table("Visit").softDelete == .date(column: "deletedAt"))
    #expect(store.settings.table("Visit").dependsOn == ["TodoItem"])
    #expect(store.settings.table("Visit").references == ["about": "Movie"])
    #expect(store.settings.table("Movie").effectivePulls == [PullQuery(queryID: "all")])
    #expect(
      store.settings.table("Movie").conflictRules == [
        ConflictRule(.newest), ConflictRule(column: "rank", .larger, ifNull: .takeOther),
      ])
    #expect(store.settings.table("Log").softDelete == SoftDelete.none)
  }

  @Test func aStoreHasATimeZone() throws {
    func store(_ setting: String) -> String {
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"}\#(setting)}]}"#
    }
    #expect(try read(store("")).first?.timeZone == .utc)
    #expect(
      try read(store(#","timeZone":"Europe/Berlin""#)).first?.timeZone.name == "Europe/Berlin")
    let found = problems(store(#","timeZone":"Europe/Nowhere","environment":7"#))
    #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("stores[0].") })
    #expect(
      found.contains {
        $0.hasPrefix(
          "stores[0].timeZone: “Europe/Nowhere” is not a time zone known to this machine.")
      })
    #expect(problems(store(#","timeZone":"../../etc/passwd""#)).count == 1)
  }

  @Test func speaksVersionTwoUnlessToldOtherwise() throws {
    func version(_ setting: String) throws -> String? {
      try read(
        #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"\#(setting)}}]}"#
      ).first?.remote.apiVersion
    }
    #expect(try version("") == "2.0.0")
    #expect(try version(#","apiVersion":"none""#) == nil)
  }

  @Test func reportsEveryMistakeWithItsPlace() {
    let found = problems(
      """
      { "stores": [ { "name": "To Do", "remote": { "kind": "azur", "url": "ftp://x" },
                      "push": { "window": 0, "batch": 1 }, "tabels": [] },
                    { "remote": { "kind": "azure", "url": "https://user:pw@host/?a" },
                      "tables": [ { "softDelete": 7 }, { "name": "A", "pull": [ {} ] } ] } ] }
      """)
    for place in [
      "stores[0].name: \"To Do\"", "stores[0].remote.kind: \"azur\"", "stores[0].remote.url",
      "stores[0].push.window", "stores[0].push.batch: write true or false",
      "no setting \"tabels\" here. Did you mean \"tables\"?",
      "stores[1].name is missing", "stores[1].remote.url", "stores[1].tables[0].name is missing",
      "stores[1].tables[1].pull[0].queryId is missing",
    ] {
      #expect(found.contains { $0.contains(place) }, "\(place) in \(found)")
    }
  }

  /// Mistakes are logged, and shown to whoever may see the store.
  @Test(arguments: [
    #""url":"https://bob:HUNTER2@host""#, #""url":"https://host/?code=HUNTER2""#,
    #""url":"https://h","authTokenEnv":"eyJh.HUNTER2+x""#,
    #""url":"https://h","apiKeyEnv":"2HUNTER2""#,
  ])
  func aSecretThatWasWrittenIntoTheFileIsNotRepeated(settings: String) {
    let found = problems(#"{"stores":[{"name":"a","remote":{"kind":"azure",\#(settings)}}]}"#)
    #expect(found.count == 1)
    #expect(!found.contains { $0.contains("HUNTER2") }, "\(found)")
  }

  @Test(arguments: ["", "[]", "{\"stores\":{}}", "{\"stores\":[1]}"])
  func refusesWhatIsNoConfiguration(text: String) {
    #expect(problems(text).count == 1)
  }

  @Test func storesMustDiffer() {
    let store = #"{"name":"a","remote":{"kind":"azure","url":"https://h"}}"#
    #expect(problems(#"{"stores":[\#(store),\#(store)]}"#).count == 1)
  }

  @Test func aNameThatStandsTwiceIsReportedBesideOtherMistakes() {
    let found = problems(
      #"{"stores":[{"name":"a","remote":{"kind":"azur"}},{"name":"a","remote":{"kind":"b"}}]}"#)
    #expect(found.contains { $0.hasPrefix(#"stores[1].name: "a" is listed twice"#) }, "\(found)")
    #expect(found.contains { $0.hasPrefix("stores[0].remote.kind") }, "\(found)")
  }

  private func tables(_ tables: String) -> [String] {
    problems(
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"},"tables":[\#(tables)]}]}"#
    )
  }

  @Test(arguments: ["syncline_zz", "sqlite_m", "MS_TableConfig", ".", ".."])
  func aNameThatNoTableCanHaveIsReportedWithItsPlace(name: String) {
    let found = tables(#"{"name":"A","softDelete":7},{"name":"\#(name)"}"#)
    #expect(found.count == 2, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("stores[0].tables[1].name: “\(name)” can’t be the name") },
      "\(found)")
  }

  @Test func aQueryMayHaveNoID() throws {
    let text =
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"},"tables":[{"name":"T","#
      + #""pull":[{"queryId":null,"filter":"n gt 0"},{"queryId":null}]}]}]}"#
    let pulls = try #require(try read(text).first).settings.table("T").pulls
    #expect(pulls.map(\.keepsToken) == [false, false] && pulls.map(\.filter) == ["n gt 0", nil])
    let twice = tables(#"{"name":"T","pull":[{"queryId":null},{"queryId":null}]}"#)
    #expect(
      twice == ["stores[0].tables[0].pull[1]: the same query without an id is listed twice."])
    #expect(tables(#"{"name":"T","pull":[{"filter":"n gt 0"}]}"#).count == 1)
  }

  @Test func everyMistakeInConflictRulesIsReportedWithItsPlace() {
    let found = tables(
      """
      {"name":"A","conflictRules":[{"column":"a","rule":"biggest"},{"column":"id","rule":"sum"},
        {"rule":"sum","ifNull":"zero"},{"rule":"ask"},{"rule":"newest"},{"column":"b"}]},
      {"name":"B","conflictRules":{"a":"sum"}}
      """)
    for beginning in [
      #"[0].conflictRules[0].rule: write "keep-local", "take-server","#,
      "[0].conflictRules[1].column: id is kept by the server",
      #"[0].conflictRules[2].ifNull: write "ask" or "other"."#,
      "[0].conflictRules[4].column: all other columns have a rule already.",
      "[0].conflictRules[5].rule", "[1].conflictRules: write a list of rules",
    ] {
      #expect(
        found.contains { $0.hasPrefix("stores[0].tables\(beginning)") }, "\(beginning): \(found)")
    }
    #expect(found.count == 6, "\(found)")
  }

  @Test func tablesThatWaitForEachOtherAreReportedOnce() {
    let circle = tables(
      """
      {"name":"A","dependsOn":["D","B"]},{"name":"B","dependsOn":["C"]},
      {"name":"C","dependsOn":["A"]},{"name":"D","dependsOn":["D"]}
      """)
    #expect(
      circle == [
        "stores[0].tables[0].dependsOn: A → B → C → A is a cycle; remove one of them.",
        "stores[0].tables[3].dependsOn: D → D is a cycle; remove one of them.",
      ])
    #expect(tables(#"{"name":"A","dependsOn":["B","C"]},{"name":"B","dependsOn":["C"]}"#) == [])
  }

  @Test func aTableThatIsListedInOtherLettersIsReported() {
    #expect(
      tables(#"{"name":"Todo"},{"name":"B","dependsOn":["todo"]}"#) == [
        #"stores[0].tables[1].dependsOn: "todo" is listed as "Todo"; write that."#
      ])
  }

  @Test func aMemberThatStandsTwiceInOneObjectIsReported() {
    #expect(
      tables(#"{"name":"A","name":"B"}"#) == [
        "stores[0].tables[0].name: is given twice in one object; write it once."
      ])
  }

  @Test func brokenJSONIsReportedWithItsPlace() {
    let found = problems("{\n  \"stores\": [\n    { \"name\": \"a\" \"remote\": {} } ] }")
    #expect(found.first?.hasPrefix("Invalid JSON at line 3, column 19: ") == true, "\(found)")
  }

  @Test func anEmptyTextIsCalledEmpty() {
    let found = problems(
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h","authTokenEnv":""}}]}"#)
    #expect(found == ["stores[0].remote.authTokenEnv: write a text, not an empty one."])
  }

  @Test func readsAScheduleAndHasNoneByDefault() throws {
    func schedule(_ setting: String) throws -> Schedule? {
      try read(
        #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"}\#(setting)}]}"#
      ).first?.schedule
    }
    #expect(try schedule("") == nil)
    #expect(
      try schedule(#","schedule":{"everyMinutes":15}"#)
        == Schedule(everyMinutes: 15, jitterSeconds: 60, startDelaySeconds: 10, quietSeconds: 5))
    #expect(
      try schedule(
        #","schedule":{"everyMinutes":1,"jitterSeconds":60,"pauseAfterFailures":5}"#)
        == Schedule(
          everyMinutes: 1, jitterSeconds: 60, startDelaySeconds: 10, quietSeconds: 5,
          pauseAfterFailures: 5))
  }

  @Test(arguments: [
    (#"15"#, "stores[0].schedule: write an object"),
    (#"{}"#, "stores[0].schedule.everyMinutes is missing"),
    (#"{"everyMinutes":0}"#, "everyMinutes: write a whole number from 1 to 10080"),
    (#"{"everyMinutes":1,"jitterSeconds":61}"#, "more than the 1 min between two syncs"),
    (#"{"everyMinutes":1,"pauseAfterFailures":0}"#, "pauseAfterFailures: write a whole number"),
    (#"{"everyMinutes":1,"everyMinute":2}"#, "Did you mean \"everyMinutes\"?"),
  ])
  func reportsMistakesInASchedule(schedule: String, expected: String) {
    let found = problems(
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"},"schedule":\#(schedule)}]}"#
    )
    #expect(found.count == 1 && found.first?.contains(expected) == true, "\(found)")
  }

  @Test func readsADriftScheduleAndHasNoneByDefault() throws {
    func drift(_ setting: String) throws -> DriftSchedule? {
      try read(
        #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"}\#(setting)}]}"#
      ).first?.drift
    }
    #expect(try drift("") == nil)
    let plain = try #require(try drift(#","drift":{"everyHours":6}"#))
    #expect(plain == DriftSchedule(everyHours: 6, limits: RequestLimits(requestsPerMinute: 120)))
    let daily = try #require(
      try drift(
        #","timeZone":"Europe/Berlin","drift":{"everyHours":24,"at":"06:05","requestsPerMinute":10,"#
          + #""bytesPerMinute":1000000}"#))
    #expect(daily.minuteOfDay == 365 && daily.zone.name == "Europe/Berlin")
    #expect(daily.limits == RequestLimits(requestsPerMinute: 10, bytesPerMinute: 1_000_000))
  }

  @Test(arguments: [
    (#"{}"#, "stores[0].drift.everyHours is missing"),
    (#"{"everyHours":0}"#, "everyHours: write a whole number from 1 to 8760"),
    (#"{"everyHours":24,"at":"6"}"#, "drift.at: \"6\" is not a time of day"),
    (#"{"everyHours":24,"at":"24:00"}"#, "drift.at: \"24:00\" is not a time of day"),
    (#"{"everyHours":6,"at":"06:00"}"#, "6 hours is not a whole number of days"),
    (#"{"everyHours":6,"requestsPerMinute":0}"#, "requestsPerMinute: write a whole number"),
  ])
  func reportsMistakesInADriftSchedule(drift: String, expected: String) {
    let found = problems(
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"https://h"},"drift":\#(drift)}]}"#
    )
    #expect(found.count == 1 && found.first?.contains(expected) == true, "\(found)")
  }

  @Test(arguments: [
    "http://example.net", "http://10.0.0.5:8080/parse", "http://127.example.net",
    "http://localhost.example.net", "http://[fd00::1]:80",
  ])
  func plainHTTPToAnotherMachineHasToBeAllowed(url: String) throws {
    let store = { (more: String) in
      #"{"stores":[{"name":"a","remote":{"kind":"azure","url":"\#(url)"\#(more)}}]}"#
    }
    let found = problems(store(""))
    #expect(found.count == 1)
    #expect(found.first?.contains("stores[0].remote.url") == true)
    #expect(found.first?.contains("\"allowInsecure\": true") == true)
    #expect(problems(store(#","allowInsecure":false"#)).count == 1)
    #expect(try read(store(#","allowInsecure":true"#)).first?.remote.url == url)
  }

  @Test(arguments: [
    "http://localhost:8081", "http://127.0.0.1", "http://127.1.2.3:80", "http://[::1]:8081",
    "https://example.net",
  ])
  func anEncryptedConnectionAndThisMachineNeedNoPermission(url: String) throws {
    for remote in [
      #""kind":"azure""#, #""kind":"parse","applicationId":"a""#,
      #""kind":"cloudkit","container":"iCloud.com.example.a","environment":"development","#
        + #""database":"public","apiTokenEnv":"A""#,
    ] {
      #expect(
        problems(#"{"stores":[{"name":"a","remote":{"url":"\#(url)",\#(remote)}}]}"#).isEmpty)
    }
  }
}
