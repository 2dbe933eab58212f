import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TableService
import TestSupport
import Testing

@testable import RemoteAzure

/// The table service's digests, read over sockets, and servers that have none.
@Suite struct DigestTests {
  private func service(_ rows: Int, _ body: (LiveService) async throws -> Void) async throws {
    let service = try await LiveService(.v2)
    do {
      for number in 0..<rows {
        let change = Change(.insert, table: "items", id: "row \(number)", values: ["n": 1])
        _ = await service.remote.send(change)
      }
      _ = await service.remote.send(Change(.delete, table: "items", id: "row 0"))
      try await body(service)
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  private func listed(_ remote: AzureRemote) async throws -> [RowIdentity] {
    var found: [RowIdentity] = []
    var cursor: String?
    repeat {
      let page = try await remote.identities("items", after: cursor, pageSize: 1_000)
      found += page.identities
      cursor = page.next
    } while cursor != nil
    return found
  }

  @Test func aDigestIsThatOfTheListedRows() async throws {
    try await service(40) { service in
      let listed = try await listed(service.remote)
      #expect(listed.count == 40 && listed.contains { $0.deleted })
      var expected = RowDigest(buckets: 16)
      for row in listed { row.add(to: &expected) }
      #expect(await service.remote.digest("items", buckets: 16) == expected)

      let rows = await service.remote.identities("items", inBuckets: [3, 9], of: 16)
      let wanted = listed.filter { row in
        var digest = RowDigest(buckets: 16)
        row.add(to: &digest)
        return digest.sums[3] != 0 || digest.sums[9] != 0
      }
      #expect(rows.map(Set.init) == Set(wanted))
      #expect(!wanted.isEmpty)
    }
  }

  @Test func aTableThatNobodyHasWrittenToHasAnEmptyDigest() async throws {
    try await service(0) { service in
      let digest = await service.remote.digest("nothing", buckets: 256)
      #expect(digest == RowDigest(buckets: 256))
      #expect(await service.remote.identities("nothing", inBuckets: [1], of: 256) == [])
    }
  }

  @Test(arguments: [
    (404, #"{"error":"no such path"}"#), (200, "<html></html>"), (200, "[]"), (500, "{}"),
    (200, #"{"rows":1,"sums":"AAAA"}"#), (200, #"{"rows":-1,"sums":"AAAAAAAAAAA="}"#),
    (200, #"{"rows":[],"sums":"AAAAAAAAAAE="}"#),
    (200, #"{"rows":[["a","1","",false]],"sums":"AAAAAAAAAAA="}"#),
    (200, #"{"rows":[["a"]],"sums":"AAAAAAAAAAA="}"#),
  ])
  func answersThatMakeNoSenseAreNone(_ status: Int, _ body: String) async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      ClientResponse(status, body: Array(body.utf8))
    }
    let remote: AzureRemote = try .test(transport)
    #expect(await remote.digest("items", buckets: 1) == nil)
    #expect(await remote.identities("items", inBuckets: [0], of: 1) == nil)
  }

  @Test func aServerThatCannotBeReachedHasNone() async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in throw .unreachable("down") }
    let remote: AzureRemote = try .test(transport)
    #expect(await remote.digest("items", buckets: 1) == nil)
  }
}
