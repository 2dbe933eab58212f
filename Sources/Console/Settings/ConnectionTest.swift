import JSONKit
import Localization
package import SyncCore
import TemplateKit

/// What a server made of a store's settings.
package struct ConnectionTest: Sendable {
  /// In the order in which they were made.
  package var checks: [ProbeFinding]
  /// The tables that are there, as the server lists them or as far as their names were given; nil when
  /// none could be told.
  package var tables: [RemoteTable]?
  /// Tables of the settings that are not among those that the server lists.
  package var unlisted: [String] = []
  /// The address where the tables are, when they are not at the one that was given.
  package var betterAddress: String?
  /// Why nothing but one setting has to be changed; nil where the checks alone tell what is wrong.
  package var failure: ConnectionFailure?
  /// What the server can do; nil where it was not asked.
  package var capabilities: RemoteCapabilities?
  /// How long the test took.
  package var milliseconds: Int64?

  package init(
    checks: [ProbeFinding] = [], tables: [RemoteTable]? = nil, betterAddress: String? = nil
  ) {
    self.checks = checks
    self.tables = tables
    self.betterAddress = betterAddress
  }

  /// True when nothing is known to be wrong.
  package var isPassed: Bool { !checks.contains { $0.result == .no } }
}

/// Why a server cannot be used with the settings, and the setting to change.
package struct ConnectionFailure: Sendable, Equatable {
  /// What happened, as a sentence.
  package var text: String
  /// The setting, with what to do there.
  package var remedy: SettingProblem

  package init(_ text: String, at path: String, _ remedy: String) {
    self.text = text
    self.remedy = SettingProblem(path, remedy)
  }
}

/// One thing that a test of the connection found.
package struct ProbeFinding: Sendable, Equatable {
  package enum Result: String, Sendable { case ok, warn, no, skipped }

  package var check: String
  package var result: Result
  package var evidence: String

  package init(_ check: String, _ result: Result, _ evidence: String) {
    self.check = check
    self.result = result
    self.evidence = evidence
  }
}

extension ConnectionTest {
  var json: JSONValue {
    let tables = tables?.map { table -> JSONValue in
      [
        "name": .string(table.name), "columns": .array(table.columns.map { .string($0.name) }),
        "rowCount": table.rowCount.map { .integer(Int64($0)) } ?? .null,
      ]
    }
    return [
      "checks": .array(checks.map(\.json)), "tables": tables.map { .array($0) } ?? .null,
      "betterAddress": JSONValue(betterAddress),
    ]
  }

  /// For the template `Settings/_connection-test`: one sentence where one setting is wrong, which its
  /// field explains, else all findings.
  func values(_ fields: SettingsFields) -> TemplateDictionary {
    var part = TemplateDictionary()
    if let failure {
      part.add("FAILURE", fields.note(failure))
    } else {
      part.add("FINDINGS", findings)
    }
    return part
  }

  private var findings: TemplateDictionary {
    var part = TemplateDictionary()
    part.add(
      "FINDING",
      list: checks.map { finding in
        [
          "CHECK": finding.check, "RESULT": finding.result.rawValue,
          "RESULT_WORD": finding.result.word, "EVIDENCE": finding.evidence,
        ]
      })
    return part
  }
}

extension SettingsFields {
  /// For the template `Settings/_connection-test`: what keeps the server from being asked, with a
  /// link to the field that says what to do.
  fileprivate func note(_ failure: ConnectionFailure) -> TemplateDictionary {
    let path = shownPath(failure.remedy.path) ?? failure.remedy.path
    return [
      "TEXT": failure.text, "FIELD_ID": Self.id(path), "FIELD_LABEL": label(at: path),
    ]
  }
}

extension ProbeFinding.Result {
  fileprivate var word: String {
    switch self {
    case .ok: localized("Passed")
    case .warn: localized("Warning")
    case .no: localized("Failed")
    case .skipped: localized("Skipped")
    }
  }
}

extension ConnectionTest {
  /// What the server can do, and what it can't; empty where it was not asked.
  var abilities: String {
    guard let can = capabilities else { return "" }
    let all = [
      (localized("conflict detection"), can.contains(.versionedWrites)),
      (localized("incremental pull"), can.contains(.incrementalPull)),
      (localized("deleted rows in pulls"), !can.isDisjoint(with: [.tombstones, .removals])),
      (localized("undelete"), !can.isDisjoint(with: [.undelete, .reinsert])),
      (localized("files"), can.contains(.files)),
    ]
    let (yes, no) = (all.filter(\.1).map(\.0), all.filter { !$0.1 }.map(\.0))
    var sentences: [String] = []
    if !yes.isEmpty { sentences.append(localized("Supported: \(yes.joinedAsList()).")) }
    if !no.isEmpty { sentences.append(localized("Not supported: \(no.joinedAsList()).")) }
    return sentences.joinedAsSentences()
  }
}
