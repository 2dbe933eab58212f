import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// The table of answers in `docs/outcomes.md`, line by line against the adapter.
@Suite struct AnswerTableTests {
  private static let lines = Documentation.table(
    "docs/outcomes.md", below: "From an answer to a fact")

  @Test func coversWhatServersAnswer() {
    #expect(Self.lines.allSatisfy { $0.count == 7 })
    let statuses = Set(Self.lines.flatMap { $0.list("Status") })
    let expected = [
      "200", "201", "204", "304", "400", "401", "403", "404", "405", "409", "410", "412", "413",
      "428", "429", "500", "502", "503", "504", "none",
    ]
    #expect(statuses.isSuperset(of: expected))
  }

  @Test(arguments: lines) func answerMeansWhatTheTableSays(_ line: Documentation.Line) async throws
  {
    for version in [AzureAPIVersion.v2, .v3, nil] {
      for kind in OperationKind.allCases {
        for status in line.list("Status") {
          let transport = try Self.transport(line, status: status, kind)
          let change = Change(
            kind, table: "items", id: "1", values: ["text": "x"], allValues: ["text": "x"],
            version: kind == .insert ? nil : "b2xk")
          let outcome = try await AzureRemote.test(transport, version).send(change).outcome
          #expect(
            outcome.words == line[kind.name], "\(kind.name), \(status), \(version?.rawValue ?? "–")"
          )
        }
      }
    }
  }

  /// No read carries a condition, so there is nothing that it could mean.
  @Test func readThatIsAnsweredWithNotModifiedIsAnError() async throws {
    let remote = try AzureRemote.test(ScriptedTransport(304))
    await #expect {
      _ = try await remote.read("items", id: "1")
    } throws: { error in
      guard case .malformed = error as? RemoteError else { return false }
      return true
    }
  }

  private struct UnknownWord: Error { var word: String }

  private static func transport(
    _ line: Documentation.Line, status: String, _ kind: OperationKind
  ) throws -> ScriptedTransport {
    let word = line["Body"]
    guard let status = Int(status) else {
      let failure = try failure(word)
      return ScriptedTransport { _ throws(HTTPClientError) in throw failure }
    }
    var headers: HTTPHeaders = ["Date": "Mon, 08 May 2017 07:07:01 GMT"]
    if let colon = line["Header"].firstIndex(of: ":") {
      headers[String(line["Header"][..<colon])] = String(line["Header"][colon...].dropFirst(2))
    }
    headers["Content-Type"] = word == "a web page" ? "text/html" : "application/json"
    return ScriptedTransport(status, try body(word, kind), headers)
  }

  private static func body(_ word: String, _ kind: OperationKind) throws -> String {
    let row = #"{"id":"1","version":"bmV3","updatedAt":"2024-01-01T00:00:00.000Z","text":"s""#
    switch word {
    case "the row": return row + (kind == .delete ? #","deleted":true}"# : "}")
    case "the row, live": return row + "}"
    case "half a row": return row
    case "nothing": return ""
    case "what was sent": return #"{"id":"1","text":"x"}"#
    case "a sentence": return #"{"error":"The title is too long."}"#
    case "a web page": return "<html><body>Welcome</body></html>"
    default: throw UnknownWord(word: word)
    }
  }

  private static func failure(_ word: String) throws -> HTTPClientError {
    switch word {
    case "never connected": .unreachable("refused")
    case "connection lost", "body cut off", "timed out": .lost("cut")
    case "not HTTP": .malformed("SSH-2.0")
    case "too large": .tooLarge(limit: 64 << 20)
    case "cancelled before": .cancelled(mayHaveArrived: false)
    case "cancelled after": .cancelled(mayHaveArrived: true)
    case "no valid request": .invalidRequest("a blank in the address")
    default: throw UnknownWord(word: word)
    }
  }
}

extension SendOutcome {
  /// As the documentation writes it.
  var words: String {
    switch self {
    case .accepted(let record): record == nil ? "accepted" : "accepted, row"
    case .missing: "missing"
    case .exists(let record): record == nil ? "exists" : "exists, row"
    case .conflict(let record): record == nil ? "conflict" : "conflict, row"
    case .refused: "refused"
    case .failed: "failed"
    case .throttled(nil): "throttled"
    case .throttled(let seconds?): "throttled, \(Int(seconds)) s"
    case .unauthorized: "unauthorized"
    case .unreachable: "unreachable"
    case .elsewhere: "elsewhere"
    case .unknown: "unknown"
    case .notTaken: "not taken"
    }
  }
}
