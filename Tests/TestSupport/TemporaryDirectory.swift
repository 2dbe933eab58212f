import Foundation

/// A fresh directory that is removed with everything in it when the last reference goes.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("syncline-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path inside the directory.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}
