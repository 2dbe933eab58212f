import ConsoleData
import JSONKit
import Support

/// `audit verify`: whether the audit is as it was written.
enum AuditCommands {
  static var all: [CommandSpecification] { [verify] }

  private static var verify: CommandSpecification {
    CommandSpecification(
      name: "audit verify",
      summary: "Check the hash chain of the audit log; exit with 1 if it is broken.",
      options: [
        .value("contains", "HASH", "also fail if no entry has this hash, noted earlier"),
        .flag("json", "print the result as JSON"),
        .value(
          "data", "DIR",
          "data directory of `syncline serve` (default: \(DataDirectory.defaultPath))"),
      ],
      run: verify)
  }

  private static func verify(_ arguments: ParsedArguments) async throws -> Int32 {
    let directory = try DataDirectory(
      existing: arguments.value("data") ?? DataDirectory.defaultPath)
    guard Files.exists(directory.consoleDatabase) else {
      throw UsageError([
        "There is no \(directory.consoleDatabase), so there is no audit log to check."
      ])
    }
    let data = try await ConsoleData(
      path: directory.consoleDatabase, time: SystemTime(), random: .system)
    let result = try await data.verifyAudit(
      containing: arguments.value("contains")?.lowercased())
    if arguments.has("json") {
      Output.line(result.json.serializedText)
    } else {
      for line in result.lines { Output.line(line) }
    }
    return result.fault == nil ? 0 : 1
  }
}

extension AuditVerification {
  fileprivate var lines: [String] {
    let last = lastEntry > 0 ? ["Last intact entry: \(lastEntry)", "Hash: \(lastHash)"] : []
    guard let fault else {
      return ["The audit log is intact: \(count) \(count == 1 ? "entry" : "entries")."] + last
    }
    return ["The audit log is broken: \(fault.reason)"] + last
  }

  fileprivate var json: JSONValue {
    [
      "intact": .bool(fault == nil), "entries": .integer(Int64(count)),
      "lastEntry": lastEntry > 0 ? .integer(lastEntry) : .null,
      "lastHash": lastEntry > 0 ? .string(lastHash) : .null,
      "firstBadEntry": fault?.entry.map { .integer($0) } ?? .null,
      "reason": fault.map { .string($0.reason) } ?? .null,
    ]
  }
}

extension AuditVerification.Fault {
  fileprivate var entry: Int64? {
    switch self {
    case .mismatch(let entry): entry
    case .gap(let after, _), .cutOff(let after, _): after + 1
    case .hashNotFound: nil
    }
  }

  fileprivate var reason: String {
    switch self {
    case .mismatch(let entry):
      "the hash of entry \(entry) does not match. It or the entry before it was changed after it was "
        + "written."
    case .gap(let after, let before):
      "entries are missing between \(after) and \(before), or entry \(before) was changed."
    case .cutOff(let after, let last):
      last > after
        ? "the entries after \(after) are missing, up to \(last)."
        : "the hash of the last entry, \(after), is not the one on record."
    case .hashNotFound(let hash):
      "no entry has the hash \(hash). The chain itself is intact, but it is not the one that had this "
        + "hash."
    }
  }
}
