package import JSONKit
import Support
package import SyncCore

/// A ``FakeRemote`` whose server gives new rows ids of its own, in the order of their arrival.
///
/// The store's own id travels in the column `mark`, unless ``setKeepsMark(_:)`` turns that off.
package final class AssigningFakeRemote: AssigningRemote {
  package let fake: FakeRemote
  private let state = Locked((last: 0, keepsMark: true, answered: String?.none))

  package init(_ fake: FakeRemote = FakeRemote()) {
    self.fake = fake
    fake.capabilities = [.versionedWrites, .incrementalPull, .hardDelete]
    fake.server.change { $0.hardDeleteTables = ["T", "U"] }
  }

  package var kind: String { fake.kind }
  package var displayURL: String { fake.displayURL }
  package var capabilities: RemoteCapabilities { fake.capabilities }

  package func setKeepsMark(_ keepsMark: Bool) { state.withLock { $0.keepsMark = keepsMark } }

  /// Lets the next insert be answered with the id of another row.
  package func answerNextInsert(with id: String) { state.withLock { $0.answered = id } }

  /// A reference to a row, as the values of these tests write it.
  package static func reference(_ table: String, _ id: String) -> JSONValue {
    ["ref": .string(table), "id": .string(id)]
  }

  package func send(_ change: Change) async -> SendResult {
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

  package func describe(_ change: Change) -> RequestDescription { fake.describe(change) }

  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try await fake.read(table, id: id)
  }

  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await fake.changes(request)
  }

  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await fake.identities(table, after: cursor, pageSize: pageSize)
  }

  package func probe() async throws(RemoteError) { try await fake.probe() }

  package func trace(insert change: Change) async throws(RemoteError) -> InsertTrace {
    _ = try await fake.read(change.table, id: change.id)
    guard state.withLock({ $0.keepsMark }) else {
      return .untraceable("The rows carry no mark.")
    }
    let found = fake.server.rows(change.table).first { localID(of: $0) == change.id }
    return found.map { .found($0) } ?? .absent
  }

  package var markColumn: String? { "mark" }

  package func localID(of record: Record) -> String? { record.values["mark"]?.string }

  package func mapReferences(
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
