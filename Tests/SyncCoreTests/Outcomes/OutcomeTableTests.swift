import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// The table of facts in `docs/outcomes.md`, line by line against a push.
@Suite struct OutcomeTableTests {
  private static let lines = Documentation.table(
    "docs/outcomes.md", below: "From a fact to the row, the queue, the error and the run")

  private struct UnknownWord: Error { var word: String }

  @Test func coversEveryFactForEveryKind() {
    #expect(Self.lines.allSatisfy { $0.count == 8 })
    for kind in OperationKind.allCases {
      let facts = Set(Self.lines.filter { Self.kinds($0).contains(kind) }.map { $0["Fact"] })
      var expected: Set = [
        "accepted, row", "accepted", "missing", "refused", "failed", "unknown", "throttled",
        "unauthorized", "unreachable", "elsewhere",
      ]
      expected.formUnion(
        kind == .insert ? ["exists, row", "exists"] : ["conflict, row", "conflict"])
      #expect(facts.isSuperset(of: expected), "\(kind.name)")
    }
  }

  @Test(arguments: lines) func factDoesWhatTheTableSays(_ line: Documentation.Line) async throws {
    let kinds = Self.kinds(line)
    #expect(!kinds.isEmpty)
    for kind in kinds { try await check(line, kind) }
  }

  private static func kinds(_ line: Documentation.Line) -> [OperationKind] {
    let names = line.list("Operation")
    return OperationKind.allCases.filter { names.contains($0.name) || names == ["every"] }
  }

  private func check(_ line: Documentation.Line, _ kind: OperationKind) async throws {
    let bench = try await Bench(settings: Bench.settings(window: 1))
    try await bench.queue(kind)
    try await bench.table.insert(["id": "z"])
    let base = bench.server.row("T", "a")
    let (shown, server) = try Self.shown(line["Server's row"], kind, base)
    let done = Self.wanted(kind, base)
    let remote = ScriptedRemote(
      bench.remote, bench.time, script: try Self.script(line["Fact"], server), shown: shown,
      afterwards: done)
    let context = try await SyncContext(
      path: bench.context.path, remote: remote, settings: bench.context.settings,
      time: bench.time)
    let before = try await bench.row("a")

    let report = try await context.push()

    let at = "\(kind.name), \(line["Fact"]), \(line["Server's row"])"
    Self.compare(remote.steps, with: line.list("Steps"), at)
    // A change that was sent again brought the row as wanted.
    let isSentAgain = remote.steps.count { $0.step == "send" } > 1
    let row = try await bench.row("a")
    let words = Self.words(row, before: before, server: isSentAgain ? done : server ?? done)
    #expect(words == line["Row here"], "\(at)")
    let operation = try await bench.operations().first { $0.itemID == "a" }
    #expect((operation?.state.rawValue ?? "empty") == line["Queue"], "\(at)")
    let error = try await bench.errors().first { $0.itemID == "a" }
    #expect(Self.words(error) == line["Error entry"], "\(at)")
    let run = report.stopped.map { "stops: \($0.code)" } ?? "goes on"
    #expect(run == line["Run"], "\(at)")
    let isOtherSent = bench.server.row("T", "z") != nil
    #expect(isOtherSent == (report.stopped == nil), "\(at)")
  }

  // MARK: What the server has

  private static func wanted(_ kind: OperationKind, _ base: Record?) -> Record {
    var record = base ?? Record(id: "a", createdAt: "2024-01-01T00:00:00.000Z")
    record.version = "new"
    record.updatedAt = "2024-01-01T00:00:00.000Z"
    if kind == .insert || kind == .update { record.values["title"] = "new" }
    record.deleted = kind == .delete
    return record
  }

  private static func another(_ kind: OperationKind, _ base: Record?) -> Record {
    var record = wanted(kind, base)
    record.values["title"] = "theirs"
    record.deleted = kind == .undelete
    return record
  }

  /// What a read shows, and the row that the line speaks of.
  private static func shown(
    _ word: String, _ kind: OperationKind, _ base: Record?
  ) throws -> (ScriptedRemote.Shown, Record?) {
    var row: Record?
    switch word {
    case "as wanted": row = wanted(kind, base)
    case "as before":
      guard let base else { throw UnknownWord(word: word) }
      row = base
    case "another": row = another(kind, base)
    case "lacks the change":
      row = base
      row?.version = "new"
      row?.values["note"] = "theirs"
    case "deleted":
      row = another(kind, base)
      row?.deleted = true
    case "none": row = nil
    case "not asked for": return (.unexpected, nil)
    case "can't be read: unreachable":
      return (.failure(.unreachable(host: "h", detail: "down")), nil)
    case "can't be read: unauthorized":
      return (.failure(.unauthorized(host: "h", detail: "no")), nil)
    case "can't be read: refused": return (.failure(.rejected(status: 403, detail: "No.")), nil)
    default: throw UnknownWord(word: word)
    }
    return (.row(row), row)
  }

  private static func script(_ facts: String, _ server: Record?) throws -> [SendResult] {
    let parts = facts.split(separator: ",").map { $0.trimmingPrefix(" ") }
    var results: [SendResult] = []
    for (index, part) in parts.enumerated() {
      let detail = index + 1 < parts.count ? String(parts[index + 1]) : nil
      let other = Record(id: "other", version: "new")
      let row = detail == "row" ? server : detail == "another row" ? other : nil
      let sentence = detail == "sentence" ? "No." : nil
      guard detail != "row" || row != nil else { throw UnknownWord(word: facts) }
      switch part {
      case "accepted": results.append(answered(.accepted(row), 200))
      case "missing": results.append(answered(.missing, 404))
      case "exists": results.append(answered(.exists(row), 409))
      case "conflict":
        results.append(answered(.conflict(row), detail == "409" ? 409 : 412, sentence))
      case "refused": results.append(answered(.refused, 400, sentence))
      case "failed": results.append(answered(.failed, 500))
      case "throttled", "overloaded":
        let seconds = detail.flatMap { Double($0.split(separator: " ").first ?? "") }
        results.append(
          answered(.throttled(retryAfterSeconds: seconds), part == "throttled" ? 429 : 503))
      case "unauthorized": results.append(answered(.unauthorized, 401))
      case "unreachable": results.append(SendResult(.unreachable("no route")))
      case "elsewhere": results.append(answered(.elsewhere("h sends requests on"), 302))
      case "unknown": results.append(SendResult(.unknown("connection lost")))
      case "row", "another row", "sentence", "409": continue
      case _ where part.hasSuffix(" s"): continue
      default: throw UnknownWord(word: String(part))
      }
    }
    return results
  }

  private static func answered(
    _ outcome: SendOutcome, _ status: Int, _ message: String? = nil
  ) -> SendResult {
    SendResult(
      outcome, answer: ServerAnswer(status: status, message: message),
      isFinished: [429, 500].contains(status))
  }

  // MARK: What it came to

  /// Compares requests and pauses; a pause may be a tenth longer than written.
  private static func compare(
    _ steps: [(step: String, at: Timestamp)], with expected: [String], _ at: String
  ) {
    #expect(steps.map(\.step) == expected.filter { !$0.hasPrefix("wait") }, "\(at)")
    guard steps.count == expected.count(where: { !$0.hasPrefix("wait") }) else { return }
    var number = 0
    var pause = 0.0
    for one in expected {
      if one.hasPrefix("wait") {
        pause = Double(one.split(separator: " ")[1]) ?? -1
        continue
      }
      let waited = number == 0 ? 0 : steps[number].at.seconds(since: steps[number - 1].at)
      #expect(waited >= pause && waited <= pause * 1.1 + 0.01, "\(at): step \(number)")
      pause = 0
      number += 1
    }
  }

  private static func words(_ row: Record?, before: Record?, server: Record) -> String {
    if row == server { return "the server's" }
    if row == before { return "as changed here" }
    if row?.deleted == true, row?.version == nil { return "deleted, no version" }
    return row.map { "\($0)" } ?? "gone"
  }

  private static func words(_ error: ErrorStore.Entry?) -> String {
    guard let error else { return "none" }
    return "\(error.code) (\(error.status))" + (error.server == nil ? "" : " + row")
  }
}
