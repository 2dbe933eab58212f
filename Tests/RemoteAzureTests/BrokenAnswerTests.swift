import HTTPClient
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// What `docs/outcomes.md` says of answers that never came, over sockets.
@Suite struct BrokenAnswerTests {
  private static let lines = Documentation.table(
    "docs/outcomes.md", below: "From an answer to a fact"
  ).filter { $0["Status"] == "none" }

  @Test(arguments: ["never connected", "connection lost", "body cut off", "timed out", "not HTTP"])
  func connectionEndsAsTheTableSays(_ word: String) async throws {
    let line = try #require(Self.lines.first { $0["Body"] == word })
    let server = try Self.server(word)
    // A server that held its port a moment ago, or one that stays.
    let port = try server?.port ?? RawServer { _ in }.port
    let client = HTTPClient()
    let remote = AzureRemote(
      try AzureConfiguration(
        url: "http://127.0.0.1:\(port)",
        // Long enough to be sent on a busy machine.
        requestTimeout: word == "timed out" ? .seconds(3) : .seconds(30)),
      client: client)
    await withTaskGroup { group in
      for kind in OperationKind.allCases {
        group.addTask {
          let change = Change(kind, table: "items", id: "1", values: ["text": "x"])
          #expect(await remote.send(change).outcome.words == line[kind.name], "\(kind.name)")
        }
      }
    }
    client.shutdown()
  }

  /// A server that reads a request's header and then breaks; nil for one that is not there.
  private static func server(_ word: String) throws -> RawServer? {
    let answer: String
    switch word {
    case "never connected": return nil
    case "body cut off": answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":"
    case "not HTTP": answer = "SSH-2.0-OpenSSH_9\r\n"
    default: answer = ""
    }
    return try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send(answer)
      // Until the client gives up.
      if word == "timed out" { _ = try await connection.readToEnd() as [UInt8] }
    }
  }
}
