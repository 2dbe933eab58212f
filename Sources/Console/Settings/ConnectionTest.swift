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
  /// The address where the tables are, when they are not at the one that was given.
  package var betterAddress: String?
  /// True where nothing answered at the address that was given.
  package var isUnreachable = false

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

  /// For the template `Settings/_connection-test`.
  var values: TemplateDictionary {
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
