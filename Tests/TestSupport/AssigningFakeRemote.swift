public import JSONKit
import Support
public import SyncCore

/// A ``FakeRemote`` whose server gives new rows ids of its own, in the order of their arrival.
///
/// The store's own id travels in the column `mark`, unless ``setKeepsMark(_:)`` turns that off.
public final class AssigningFakeRemote: AssigningRemote {
  public let fake: FakeRemote
  private let state = Locked((last: 0, keepsMark: true, answered: String?.none))

  public init(_ fake: FakeRemote = FakeRemote()) {
    self.fake = fake
    fake.capabilities = [.versionedWrites, .incrementalPull, .hardDelete]
    fake.server.change { $0.hardDeleteTables = ["T", "U"] }
  }

  public var kind: String { fake.kind }
  public var displayURL: String { fake.displayURL }
  public var capabilities: RemoteCapabilities { fake.capabilities }

  public func setKeepsMark(_ keepsMark: Bool) { state.withLock { $0.keepsMark = keepsMark } }

  /// Lets the next insert be answered with the id of another row.
  public func answerNextInsert(with id: String) { state.withLock { $0.answered = id } }

  /// A reference to a row, as the values of these tests write it.
  public static func reference(_ table: String, _ id: String) -> JSONValue {
    ["ref": .string(table), "id": .string(id)]
  }

  public func send(_ change: Change) async -> SendResult {
    guard change.kind == .insert else { return await fake.send(change) }
    var sent = change
    let keepsMark = state.withLock { state in
      state.last += 1
      sent.id = "srv\(state.last)"
      return state.keepsMark
    }
    if keepsMark { sent.values["mark"] = .string(change.id) }
    let result = await fake.send(sent)
    let answered = state.withLock { state in
      defer { state.answered = nil }
      return state.answered
    }
    guard let answered, case .accepted(var record?) = result.outcome else { return result }
    record.id = answered
    record.values["mark"] = nil
    return SendResult(.accepted(record), answer: result.answer)
  }

  public func describe(_ change: Change) -> RequestDescription { fake.describe(change) }

  public func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try await fake.read(table, id: id)
  }

  public func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await fake.changes(request)
  }

  public func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await fake.identities(table, after: cursor, pageSize: pageSize)
  }

  public func probe() async throws(RemoteError) { try await fake.probe() }

  public func trace(insert change: Change) async throws(RemoteError) -> InsertTrace {
    _ = try await fake.read(change.table, id: change.id)
    guard state.withLock({ $0.keepsMark }) else {
      return .untraceable("The rows carry no mark.")
    }
    let found = fake.server.rows(change.table).first { localID(of: $0) == change.id }
    return found.map { .found($0) } ?? .absent
  }

  public var markColumn: String? { "mark" }

  public func localID(of record: Record) -> String? { record.values["mark"]?.string }

  public func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject {
    var mapped = values
    for (name, value) in values {
      guard let object = value.object, let table = object["ref"]?.string,
        let id = object["id"]?.string,
        let new = try newID(RowReference(table: table, id: id))
      else { continue }
      mapped[name] = Self.reference(table, new)
    }
    return mapped
  }
}
