import RemoteHTTP
import Support
import SyncCore
import Testing

@Suite struct RowsByIDTests {
  private func read(
    _ ids: [String], _ rows: RowsByID, most: Int, missing: UTF8Set = []
  ) async throws -> (rows: [String], requests: [[String]]) {
    let requests = Locked<[[String]]>([])
    let found = try await rows.read(ids, id: \.self) { ids throws(RemoteError) in
      requests.withLock { $0.append(ids) }
      return Array(ids.filter { !missing.contains($0) }.prefix(most))
    }
    return (found, requests.withLock { $0 })
  }

  @Test func asksInParts() async throws {
    let rows = RowsByID(partSize: 2, mayOmitRows: false)
    let (found, requests) = try await read(["a", "b", "c"], rows, most: 2, missing: ["b"])
    #expect(found == ["a", "c"])
    #expect(requests == [["a", "b"], ["c"]])
  }

  @Test func asksAgainForWhatAServerWithALimitLeftOut() async throws {
    let rows = RowsByID(partSize: 10, mayOmitRows: true)
    let (found, requests) = try await read(["a", "b", "c"], rows, most: 1, missing: ["b"])
    #expect(found == ["a", "c"])
    #expect(requests == [["a", "b", "c"], ["b", "c"], ["b"]])
  }
}
