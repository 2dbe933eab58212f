import Console
import Foundation
import JSONKit
import TestSupport
import Testing

@testable import syncline

/// `docs/configuration.md`, with the pages of the remotes, against what `syncline.json` may hold.
@Suite struct ConfigurationPageTests {
  private static let pages = ["docs/configuration.md", "docs/parse.md", "docs/cloudkit.md"]

  /// The names in the first column of the tables of settings, such as `push.window`.
  private func described(in pages: [String] = Self.pages) throws -> [String] {
    var names: [String] = []
    for page in pages {
      var isTable = false
      for line in try Documentation.text(page).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        isTable = line.hasPrefix("| setting") || isTable && line.hasPrefix("|")
        guard isTable, let cell = line.dropFirst(2).split(separator: " |").first else { continue }
        names += cell.matches(of: #/`([A-Za-z.\[\]]+)`/#).map { String($0.1) }
      }
    }
    return names.filter { $0 != "remote" }
  }

  /// The settings that an object may hold, as the reader names them to whoever misspells one.
  private func known(at path: [String], of kind: String) throws -> [String] {
    let remote: JSONObject = ["kind": .string(kind)]
    var store: JSONObject = ["name": "s", "remote": .object(remote)]
    var root = JSONObject()
    switch path.first {
    case nil: store["misspelt"] = 1
    case "remote"?: store["remote"] = .object(["kind": .string(kind), "misspelt": 1])
    case "backup"?: root["backup"] = ["misspelt": 1]
    case "alerts"?: root["alerts"] = Self.alerts(at: Array(path.dropFirst()))
    case "tables"?: store["tables"] = [["name": "T", "misspelt": 1]]
    case let member?: store[member] = ["misspelt": 1]
    }
    root["stores"] = [.object(store)]
    let text = JSONValue.object(root).serializedText
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json")
    }
    let problems = (error?.problems ?? []).map(\.text).filter { $0.contains("\"misspelt\"") }
    #expect(!problems.isEmpty)
    return try problems.flatMap { problem in
      let list = try #require(problem.firstMatch(of: #/Possible are (.*)\.$/#)?.1)
      return list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Settings of alerts with one that is misspelt in the object at `path`.
  private static func alerts(at path: [String]) -> JSONValue {
    switch path.first {
    case nil: ["misspelt": 1]
    case "channels"?:
      [
        "channels": .array(
          AlertChannel.Kind.allCases.map {
            ["name": .string($0.rawValue), "kind": .string($0.rawValue), "misspelt": 1]
          })
      ]
    case let member?: .object([member: ["misspelt": 1]])
    }
  }

  @Test(
    arguments: [
      "", "remote", "push", "pull", "schedule", "drift", "history", "tables", "backup", "alerts",
      "alerts.quietHours", "alerts.conditions", "alerts.channels",
    ],
    ["azure", "parse", "cloudkit"])
  func describesEverySetting(of object: String, kind: String) throws {
    let names = try described()
    let settings = try known(at: object.split(separator: ".").map(String.init), of: kind)
    #expect(!settings.isEmpty)
    let objects = [
      "remote", "push", "pull", "schedule", "drift", "history", "tables", "quietHours",
      "conditions", "channels",
    ]
    let isList = object == "tables" || object == "alerts.channels"
    for name in settings where !objects.contains(name) {
      let path = object.isEmpty ? name : "\(object)\(isList ? "[]" : "").\(name)"
      #expect(names.contains(path) || names.contains(name), "\(path) is not described")
    }
  }

  @Test func describesNoSettingThatDoesNotExist() throws {
    let kinds = ["azure", "parse", "cloudkit"]
    for name in try described(in: ["docs/configuration.md"]) {
      let parts = name.replacing("[]", with: "").split(separator: ".").map(String.init)
      let possible = try kinds.flatMap { try known(at: parts.dropLast(), of: $0) }
      #expect(parts.last.map(possible.contains) == true, "there is no \(name)")
    }
  }

  @Test func showsConfigurationsThatCanBeRead() throws {
    var count = 0
    for page in Self.pages {
      let text = try Documentation.text(page)
      for block in text.matches(
        of: #/```json\n(\{ "(stores|backup|alerts)".*?)```/#.dotMatchesNewlines())
      {
        count += 1
        let file = try ConfigurationFile(parsing: Array(block.1.utf8), file: page)
        #expect(file.stores.isEmpty == (block.2 != "stores"))
      }
    }
    #expect(count >= 6)
  }
}
