import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteParse

/// Files that are queued in the store, and uploaded with their rows.
@Suite struct QueuedFileTests {
  private static let table = ParseFixture.table

  /// Queues `photo.png` for a row.
  private func queue(
    _ bytes: [UInt8] = [1, 2, 3], for id: String, in fixture: ParseFixture
  ) async throws -> JSONValue {
    try await fixture.store.queueFile(
      FileUpload(
        table: Self.table, id: id, column: "photo", name: "photo.png", contentType: "image/png",
        bytes: bytes),
      ifState: nil, by: "mira"
    ).value
  }

  private func files(_ fixture: ParseFixture) async throws -> Int {
    try await fixture.emulator.control("files").object?.count ?? 0
  }

  @Test func aPushUploadsTheFileAndThenSendsTheRow() async throws {
    try await withParse { fixture in
      let id = try await fixture.table.insert(["title": "new here"])
      let value = try await queue(for: id, in: fixture)
      let kept = try await fixture.store.queuedFile(
        value, of: "photo", in: RowReference(table: Self.table, id: id))
      #expect(kept?.bytes == [1, 2, 3])
      let report = try await fixture.store.push()
      #expect(report.stopped == nil)
      #expect(try await fixture.store.errors().isEmpty)
      let row = try #require(try await fixture.serverRows().values.first)
      #expect(row["photo"]?["__type"] == "File")
      let name = try #require(row["photo"]?["name"]?.string)
      #expect(name.hasSuffix("photo.png"))
      #expect(try await fixture.store.queuedFileBytes() == 0)
      // What the row held before is known by the name that the server gave.
      let own = try #require(row["objectId"]?.string)
      let history = try await fixture.store.row(Self.table, own)?.history ?? []
      #expect(!history.isEmpty)
      #expect(
        history.allSatisfy { QueuedFileReference($0.record?.values["photo"] ?? .null) == nil })
    }
  }

  @Test func aFileOfARowThatIsSentAgainIsNotUploadedAgain() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"]])
      _ = try await fixture.store.pull()
      _ = try await queue(for: ids[0], in: fixture)
      try await fixture.faults(["failed", "lostRequest"], path: "classes|batch")
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows()[ids[0]]?["photo"]?["__type"] == "File")
      #expect(try await files(fixture) == 1)
    }
  }

  @Test func aFileThatIsTooLargeIsAnErrorOfItsRowAndOfNoOther() async throws {
    try await withParse(.with { $0.server = ["maxUpload": 1_000] }) { fixture in
      let ids = try await fixture.plant([["title": "a"], ["title": "b"]])
      _ = try await fixture.store.pull()
      _ = try await queue([UInt8](repeating: 1, count: 2_000), for: ids[0], in: fixture)
      try await fixture.table.update(ids[1], ["title": "changed"])
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows()[ids[1]]?["title"] == "changed")
      #expect(try await fixture.serverRows()[ids[0]]?["photo"] == nil)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.itemID == ids[0] && error.status == 413)
      #expect(error.message.contains("photo.png") && error.message.contains("nothing was sent"))
      // A smaller file takes its place, and goes with the retry.
      _ = try await queue(for: ids[0], in: fixture)
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows()[ids[0]]?["photo"]?["__type"] == "File")
      #expect(try await fixture.store.errors().isEmpty)
    }
  }

  /// The insert is made, and its answer is lost: the row gets its id before the file is queued, or after.
  @Test(arguments: [1, 12])
  func aFileGoesWithItsRowToTheIDThatTheServerGivesIt(losses: Int) async throws {
    try await withParse { fixture in
      let id = try await fixture.table.insert(["title": "new here"])
      try await fixture.faults(
        ["lostAnswer"] + .init(repeating: "lostRequest", count: losses - 1),
        methods: ["GET", "POST"], path: "classes|batch")
      _ = try await fixture.store.push()
      let isSettled = try await fixture.store.operations(OperationQuery()).count == 0
      #expect(isSettled == (losses == 1))
      _ = try await queue(for: id, in: fixture)
      for _ in 0..<losses + 2 { _ = try await fixture.store.push() }
      #expect(try await fixture.store.errors().isEmpty)
      let rows = try await fixture.serverRows()
      #expect(rows.count == 1 && rows.values.first?["photo"]?["__type"] == "File")
    }
  }

  @Test func whatMayWaitIsLimitedAndFilesThatNothingWaitsForDoNotCount() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"], ["title": "y"]])
      _ = try await fixture.store.pull()
      let half = [UInt8](repeating: 1, count: SyncContext.queuedFileBytesMax / 2)
      _ = try await queue(half, for: ids[0], in: fixture)
      await #expect(throws: QueuedFilesFull.self) {
        _ = try await queue(half + [1], for: ids[1], in: fixture)
      }
      for operation in try await fixture.store.operations(OperationQuery()).operations {
        try await fixture.store.cancel(operation.id, by: nil)
      }
      #expect(try await fixture.store.queuedFileBytes() == 0)
      _ = try await queue(half + [1], for: ids[1], in: fixture)
    }
  }

  @Test func nothingIsLostWhileTheServerCannotBeReached() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"]])
      _ = try await fixture.store.pull()
      _ = try await queue(for: ids[0], in: fixture)
      await fixture.emulator.stop()
      let report = try await fixture.store.push()
      guard case .unreachable? = report.stopped else {
        Issue.record("\(String(describing: report.stopped))")
        return
      }
      #expect(try await fixture.store.errors().isEmpty)
      #expect(try await fixture.store.queuedFileBytes() == 3)
      #expect(
        try await fixture.store.operations(OperationQuery()).operations.map(\.state) == [.pending])
    }
  }

  @Test func aPreviewSaysThatTheFileIsUploadedAndSendsExactlyThat() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"]])
      _ = try await fixture.store.pull()
      _ = try await queue(for: ids[0], in: fixture)
      let shown = try #require(try await fixture.store.pushPreview().first)
      #expect(shown.expectation == .accepted)
      #expect(shown.evidence.contains("photo.png is uploaded first."))
      #expect(shown.request.body?.contains("queuedFile") != true)
      #expect(try await files(fixture) == 0)
      _ = try await fixture.store.push(.exactly([shown.operationID: shown.fingerprint]))
      #expect(try await fixture.serverRows()[ids[0]]?["photo"]?["__type"] == "File")
    }
  }

  @Test func aReferenceToAFileThatIsNotKeptIsNeverSent() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "x"], ["title": "y"]])
      _ = try await fixture.store.pull()
      let value = try await queue(for: ids[0], in: fixture)
      // Another row's file cannot be had by naming it.
      try await fixture.table.update(ids[1], ["photo": value])
      _ = try await fixture.store.push()
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.itemID == ids[1] && error.message.contains("no longer in this store"))
      #expect(try await fixture.serverRows()[ids[1]]?["photo"] == nil)
      #expect(try await fixture.serverRows()[ids[0]]?["photo"]?["__type"] == "File")
    }
  }
}
