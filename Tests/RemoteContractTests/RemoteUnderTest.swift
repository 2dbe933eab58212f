import JSONKit
import SyncCore

/// A remote with a server of its own behind it, fresh for one test.
///
/// The server has one table, ``table``, with a text column `title`, a number column `n` and a
/// Boolean column `gone`; it is empty. What "somebody" does happens on the server, past the remote.
protocol RemoteUnderTest: Sendable {
  var remote: any Remote { get }
  /// - Returns: The id of the new row.
  func somebodyInserts(_ values: JSONObject) async throws -> String
  func somebodyUpdates(_ id: String, _ values: JSONObject) async throws
  /// Takes a row away for good, without a trace where the server can do so.
  func somebodyRemoves(_ id: String) async throws
  /// The values of the rows that are live on the server, by their ids.
  func serverRows() async throws -> [String: JSONObject]
  /// The next requests that write go wrong in this order; all others pass.
  func nextWrites(_ faults: [WireFault]) async throws
  /// The next requests for rows pass, so many of them, and then go wrong in this order.
  func nextReads(_ faults: [WireFault], after passing: Int) async throws
  func stop() async
}

extension RemoteUnderTest {
  var table: String { contractTable }
}

let contractTable = "Note"

/// What goes wrong between a remote and its server.
enum WireFault: String, Sendable, CaseIterable, Codable {
  /// The server did what was asked, and the connection broke before its answer.
  case lostAnswer
  /// The connection broke before the server saw the request.
  case lostRequest
  /// The server did what was asked; half of its answer arrives.
  case truncatedAnswer
  /// 500 before anything was done.
  case failed
  /// The server asks to wait, and has done nothing.
  case throttled
  /// The sign-in is refused.
  case expiredToken
  /// What the answer lists comes the other way round.
  case wrongOrder

  /// True when whoever asked can't know whether it was done.
  var leavesDoubt: Bool {
    switch self {
    case .lostAnswer, .lostRequest, .truncatedAnswer, .failed: true
    case .throttled, .expiredToken, .wrongOrder: false
    }
  }
}

/// The kinds of remotes that every test of this suite runs against.
enum RemoteKind: String, Sendable, CaseIterable {
  case azure
  /// Parse Server as it is: new rows get their ids from it.
  case parse
  /// Parse Server with `allowCustomObjectId`.
  case parseWithOwnIDs
  /// A zone of a private database of CloudKit.
  case cloudkit
  /// A second zone of a store, with a table that has another name than its record type.
  case cloudkitSecondZone

  func start() async throws -> any RemoteUnderTest {
    switch self {
    case .azure: try await AzureUnderTest()
    case .parse: try await ParseUnderTest(customIDs: false)
    case .parseWithOwnIDs: try await ParseUnderTest(customIDs: true)
    case .cloudkit: try await CloudKitUnderTest()
    case .cloudkitSecondZone: try await CloudKitUnderTest(isSecondZone: true)
    }
  }
}
