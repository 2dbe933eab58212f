import JSONKit
import RemoteAzure
import SyncCore
import TableService
import TestSupport
import Testing

/// Every operation against the table service, over sockets, in both generations.
@Suite struct ServiceTests {
  private func service(
    _ version: AzureAPIVersion, softDelete: TableServiceConfiguration.SoftDelete = .all,
    pageSize: Int = 50, requiredKey: String? = nil, _ body: (LiveService) async throws -> Void
  ) async throws {
    let service = try await LiveService(version) { configuration in
      configuration.softDelete = softDelete
      configuration.pageSize = pageSize
      configuration.apiKey = requiredKey
    }
    do { try await body(service) } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  private func accepted(_ outcome: SendOutcome) throws -> Record {
    guard case .accepted(let record?) = outcome else {
      throw UnexpectedOutcome(outcome: outcome)
    }
    return record
  }

  private struct UnexpectedOutcome: Error { var outcome: SendOutcome }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func rowLivesThroughAllOperations(_ version: AzureAPIVersion) async throws {
    try await service(version) { service in
      let remote = service.remote
      let values: JSONObject = ["text": "milk", "n": 1, "done": false, "note": nil]
      let first = try accepted(
        await remote.send(Change(.insert, table: "items", id: "1", values: values)).outcome)
      #expect(first.id == "1" && first.version != nil && first.updatedAt != nil)
      #expect(first.values["text"] == "milk")

      service.time.advance(milliseconds: 5)
      let second = try accepted(
        await remote.send(
          Change(
            .update, table: "items", id: "1", values: ["n": 2],
            allValues: ["text": "milk", "n": 2],
            version: first.version)
        ).outcome)
      #expect(second.values["n"] == 2 && second.values["text"] == "milk")
      #expect(second.version != first.version)

      let stale = await remote.send(
        Change(.update, table: "items", id: "1", values: ["n": 3], version: first.version))
      #expect(stale.outcome == .conflict(second))
      let staleDelete = await remote.send(
        Change(.delete, table: "items", id: "1", version: first.version))
      #expect(staleDelete.outcome == .conflict(second))

      let deleted = await remote.send(
        Change(.delete, table: "items", id: "1", version: second.version))
      guard case .accepted = deleted.outcome else {
        throw UnexpectedOutcome(outcome: deleted.outcome)
      }
      let again = await remote.send(Change(.delete, table: "items", id: "1"))
      #expect(again.outcome == .missing)
      let tombstone = try #require(try await remote.read("items", id: "1"))
      #expect(tombstone.deleted && tombstone.values["text"] == "milk")
      let onTombstone = await remote.send(
        Change(.update, table: "items", id: "1", values: ["n": 4], version: tombstone.version))
      #expect(onTombstone.outcome == .missing)

      let back = try accepted(
        await remote.send(
          Change(.undelete, table: "items", id: "1", version: tombstone.version)
        ).outcome)
      #expect(!back.deleted && back.values["n"] == 2)
      let present = try await remote.read("items", id: "1")
      #expect(present == back)
    }
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func insertOfAKnownIdIsToldApart(_ version: AzureAPIVersion) async throws {
    try await service(version) { service in
      let change = Change(.insert, table: "items", id: "1", values: ["text": "a"])
      let first = try accepted(await service.remote.send(change).outcome)
      guard case .exists(let row) = await service.remote.send(change).outcome else {
        Issue.record("the second insert passed")
        return
      }
      if let row { #expect(row == first) }
      let missing = Change(.update, table: "items", id: "2", values: ["text": "b"])
      #expect(await service.remote.send(missing).outcome == .missing)
      #expect(
        await service.remote.send(Change(.undelete, table: "items", id: "2")).outcome == .missing)
      let absent = try await service.remote.read("items", id: "2")
      #expect(absent == nil)
    }
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func hardDeleteLeavesNothing(_ version: AzureAPIVersion) async throws {
    try await service(version, softDelete: .none) { service in
      let remote = service.remote
      _ = await remote.send(Change(.insert, table: "items", id: "1", values: ["text": "a"]))
      #expect(await remote.send(Change(.delete, table: "items", id: "1")).outcome == .accepted(nil))
      let row = try await remote.read("items", id: "1")
      #expect(row == nil)
    }
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3], [7, 50])
  func thousandRowsWithFewStampsArriveInSmallPages(
    _ version: AzureAPIVersion, _ cap: Int
  ) async throws {
    try await service(version, pageSize: cap) { service in
      let remote = service.remote
      for group in 0..<4 {
        service.time.advance(milliseconds: 1_000)
        try await insert(250, from: group * 250, into: remote)
      }
      for number in 0..<10 {
        _ = await remote.send(Change(.delete, table: "items", id: "row \(number * 100)"))
      }
      var table = PulledTable()
      try await table.pull(remote, pageSize: cap)
      #expect(table.records.count == 1_000)
      #expect(table.records.values.count { $0.deleted } == 10)
      let token = try #require(table.token)

      var incremental = PulledTable()
      incremental.token = "2000-01-01T00:00:00.000Z"
      try await incremental.pull(remote, pageSize: cap)
      #expect(incremental.records == table.records)
      #expect(incremental.token == token)

      var cursor: String?
      var ids: [String] = []
      repeat {
        let page = try await remote.identities("items", after: cursor, pageSize: cap)
        ids += page.identities.map(\.id)
        cursor = page.next
      } while cursor != nil
      #expect(ids.count == 1_000 && Set(ids) == Set(table.records.keys))
    }
  }

  /// Inserts rows all at once, so that they share few stamps.
  private func insert(_ count: Int, from first: Int, into remote: AzureRemote) async throws {
    let outcomes = await withTaskGroup(of: SendOutcome.self) { group in
      for number in first..<first + count {
        group.addTask {
          await remote.send(
            Change(
              .insert, table: "items", id: "row \(number)", values: ["n": .integer(Int64(number))])
          ).outcome
        }
      }
      return await group.reduce(into: [SendOutcome]()) { $0.append($1) }
    }
    for outcome in outcomes { _ = try accepted(outcome) }
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func filteredPullAndUnknownColumn(_ version: AzureAPIVersion) async throws {
    try await service(version) { service in
      for number in 0..<20 {
        let change = Change(
          .insert, table: "items", id: "\(number)", values: ["done": .bool(number % 2 == 0)])
        _ = try accepted(await service.remote.send(change).outcome)
      }
      var table = PulledTable()
      try await table.pull(service.remote, filter: "done eq true", pageSize: 3)
      #expect(table.records.count == 10)
      var other = PulledTable()
      do {
        try await other.pull(service.remote, filter: "finished eq true")
        #expect(other.warnings.contains { $0.contains("“finished”") })
      } catch let error as RemoteError {
        #expect(version == .v3 && error.answer?.status == 400)
      }
    }
  }

  @Test(.enabled(if: SharedFolder.isExpected), arguments: [AzureAPIVersion.v2, .v3])
  func everyLegalIdMakesTheRoundTrip(_ version: AzureAPIVersion) async throws {
    let vectors = try JSONValue(parsing: SharedFolder.contents("vectors/string-ids.json"))
    let ids = try #require(vectors["valid"]?.array).compactMap(\.string)
    try #require(!ids.isEmpty)
    try await service(version) { service in
      let remote = service.remote
      for id in ids {
        let inserted = try accepted(
          await remote.send(Change(.insert, table: "items", id: id, values: ["n": 1])).outcome)
        #expect(inserted.id == id)
        let present = try await remote.read("items", id: id)
        #expect(present == inserted)
        let updated = try accepted(
          await remote.send(
            Change(.update, table: "items", id: id, values: ["n": 2], version: inserted.version)
          ).outcome)
        #expect(updated.id == id && updated.values["n"] == 2)
      }
      var table = PulledTable()
      try await table.pull(remote, pageSize: 4)
      #expect(Set(table.records.keys) == Set(ids))
      for id in ids {
        guard case .accepted = await remote.send(Change(.delete, table: "items", id: id)).outcome
        else {
          Issue.record("\(id) was not deleted")
          continue
        }
        let tombstone = try await remote.read("items", id: id)
        #expect(tombstone?.deleted == true)
      }
    }
  }

  @Test func probeAndWrongKeyAreToldApart() async throws {
    try await service(.v2) { try await $0.remote.probe() }
    try await service(.v2, requiredKey: "secret") { service in
      await #expect(throws: RemoteError.self) { try await service.remote.read("items", id: "1") }
      let result = await service.remote.send(
        Change(.insert, table: "items", id: "1", values: ["n": 1]))
      #expect(result.outcome == .unauthorized)
    }
    let keyed = try await LiveService(.v2, apiKey: "secret") { $0.apiKey = "secret" }
    let result = await keyed.remote.send(
      Change(.insert, table: "items", id: "1", values: ["n": 1]))
    await keyed.stop()
    #expect(try accepted(result.outcome).id == "1")
  }

  @Test func stoppedServerIsUnreachable() async throws {
    let service = try await LiveService(.v2)
    await service.stop()
    let outcome = await service.remote.send(Change(.delete, table: "items", id: "1")).outcome
    guard case .unreachable = outcome else {
      Issue.record("got \(outcome)")
      return
    }
    await #expect(throws: RemoteError.self) { try await service.remote.probe() }
  }
}
