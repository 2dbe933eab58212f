import Crypto
import SQLiteKit
import Support

/// Compares the files of a backup with its manifest.
enum BackupVerifier {
  /// Reads a copy anew and notes what it holds.
  ///
  /// - Parameter damaged: Makes the error for a database that is not intact.
  static func entry(
    of file: DataFile, in folder: String, damaged: (String, String) -> BackupError
  ) throws -> BackupManifest.Entry {
    let path = "\(folder)/\(file.path)"
    let contents = file.kind.isDatabase ? try contents(of: path, file.path, damaged) : nil
    return BackupManifest.Entry(
      file: file, size: Files.size(of: path), sha256: try digest(of: path), contents: contents)
  }

  private static func contents(
    of path: String, _ name: String, _ damaged: (String, String) -> BackupError
  ) throws -> DatabaseContents {
    do {
      return try DatabaseFile.readCopy(path) { connection in
        let problems = try connection.integrityProblems()
        if let first = problems.first { throw damaged(name, first) }
        return try connection.contents()
      }
    } catch let error as SQLiteError {
      throw damaged(name, error.message)
    }
  }

  static func digest(of path: String) throws -> String {
    let stream = SHA256.Stream()
    try Files.forEachPart(of: path) { stream.update($0) }
    return hexadecimal(stream.finish())
  }

  /// - Throws: ``BackupError/damaged(_:_:)`` for the first file that differs from the manifest.
  static func verify(_ manifest: BackupManifest, in folder: String) throws {
    for entry in manifest.entries {
      let name = entry.file.path
      guard Files.exists("\(folder)/\(name)") else {
        throw BackupError.damaged(name, "the file is missing")
      }
      // The digest first: SQLite is not shown a file that somebody changed.
      guard try digest(of: "\(folder)/\(name)") == entry.sha256 else {
        throw BackupError.damaged(name, "its SHA-256 differs from the manifest")
      }
      let path = "\(folder)/\(name)"
      let contents =
        entry.file.kind.isDatabase ? try contents(of: path, name, BackupError.damaged) : nil
      guard Files.size(of: path) == entry.size, contents == entry.contents else {
        throw BackupError.damaged(name, "its size or row counts differ from the manifest")
      }
    }
  }
}
