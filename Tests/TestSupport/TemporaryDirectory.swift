import Foundation

/// A fresh directory that is removed with everything in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("syncline-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path inside the directory.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}
