import Foundation

/// The folder beside the project with vectors that several projects share.
///
/// It is `SYNCLINE_SHARED`, else `../shared` seen from the package. Where there is none, tests that
/// need it are skipped; on a build server (`CI=true`) they run, and fail for the missing files.
package enum SharedFolder {
  package static let path: String =
    ProcessInfo.processInfo.environment["SYNCLINE_SHARED"]
    ?? URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared").path

  package static let isOnBuildServer = ProcessInfo.processInfo.environment["CI"] == "true"

  /// For `@Test(.enabled(if: SharedFolder.isExpected))`.
  package static let isExpected = isOnBuildServer || FileManager.default.fileExists(atPath: path)

  /// - Parameter name: A path inside the folder, such as `vectors/movies.json`.
  package static func path(_ name: String) -> String { "\(path)/\(name)" }

  package static func contents(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
