import Foundation
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport

/// Opens a store with changed bytes: it opens or is refused with an error, and so is each look at it.
///
/// Four bytes of the input are one change: three for its place, one for the byte.
actor StoreCheck {
  static let shared = StoreCheck()

  private var template: (bytes: [UInt8], directory: TemporaryDirectory)?

  func check(_ bytes: [UInt8]) async throws {
    let (original, directory) = try await begin()
    var damaged = original
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let place =
        Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
      damaged[place % damaged.count] = bytes[start + 3]
    }
    let path = directory.file("damaged.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try Data(damaged).write(to: URL(fileURLWithPath: path))
    do {
      let context = try await Self.open(path)
      await look(at: context)
      await context.close()
    } catch {
      try require(!"\(error)".isEmpty, "It is refused without a reason.")
    }
  }

  private func look(at context: SyncContext) async {
    _ = try? await context.state()
    _ = try? await context.pendingOperations()
    _ = try? await context.errors()
    _ = try? await context.row("T", "r3")
    _ = try? await context.table("T").read(id: "r5")
    _ = try? await context.table("T").update("r5", ["text": "changed"])
    _ = try? await context.push()
    _ = try? await context.pull()
  }

  private static func open(_ path: String) async throws -> SyncContext {
    try await SyncContext(
      path: path, remote: FakeRemote(FakeServer()),
      settings: StoreSettings(tables: [TableSettings(name: "T")]), time: ManualTime())
  }

  private func begin() async throws -> (bytes: [UInt8], directory: TemporaryDirectory) {
    if let template { return template }
    let directory = try TemporaryDirectory(inMemory: true)
    let path = directory.file("whole.sqlite")
    let context = try await Self.open(path)
    for row in 0..<20 {
      try await context.table("T").insert([
        "id": .string("r\(row)"), "text": .string("Row \(row)"), "n": .integer(Int64(row)),
      ])
    }
    _ = try await context.push()
    try await context.table("T").update("r1", ["text": "mine"])
    try await context.table("T").delete("r2")
    await context.close()
    let made = (Array(try Data(contentsOf: URL(fileURLWithPath: path))), directory)
    template = made
    return made
  }
}
