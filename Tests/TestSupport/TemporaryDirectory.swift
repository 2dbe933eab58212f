import Foundation

/// A fresh directory that is removed with everything in it when the last reference goes.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// - Parameter inMemory: On `/dev/shm`, where there is one: commits are quick there, and gone when
  ///   the machine stops.
  package init(inMemory: Bool = false) throws {
    let shared = "/dev/shm"
    let isShared = inMemory && FileManager.default.isWritableFile(atPath: shared)
    let parent =
      isShared ? URL(fileURLWithPath: shared) : FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("syncline-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path inside the directory.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}
