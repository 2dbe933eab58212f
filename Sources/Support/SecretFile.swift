import Glibc
import Localization

/// Files that hold a secret.
public enum SecretFile {
  /// Reads a file that holds a secret, unless other users have access to it.
  ///
  /// The rule is that of PostgreSQL's client for private keys, and close to that of ssh: no access
  /// for the group and for others; a file of root may be readable for its group.
  public static func read(
    _ path: String, bytesMax: Int = 64 << 10
  ) throws(SecretFileError) -> [UInt8] {
    try contents(path, bytesMax: bytesMax).get()
  }

  private static func contents(
    _ path: String, bytesMax: Int
  ) -> Result<[UInt8], SecretFileError> {
    do throws(FileError) {
      let descriptor = try Files.openForReading(path)
      defer { close(descriptor) }
      // Of the very file that is read, whatever is at the path by then.
      if let mode = exposingMode(descriptor) { return .failure(.exposed(path, mode: mode)) }
      return .success(try Files.readAll(descriptor, of: path, bytesMax: bytesMax))
    } catch {
      return .failure(.unreadable(error))
    }
  }

  /// The rights of a file that others have access to; nil for one that is kept well.
  private static func exposingMode(_ descriptor: Int32) -> UInt32? {
    var status = stat()
    // A pipe is read by whoever it was made for.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let forbidden: mode_t = status.st_uid == 0 ? 0o037 : 0o077
    return status.st_mode & forbidden == 0 ? nil : status.st_mode & 0o777
  }
}

public enum SecretFileError: Error, Sendable, Equatable, CustomStringConvertible {
  case unreadable(FileError)
  case exposed(String, mode: UInt32)

  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .exposed(let path, let mode):
      localized(
        "\(path) holds a secret and other users have access to it (mode 0\(String(mode, radix: 8))), "
          + "so it is not used. Run: chmod 600 \(Self.quoted(path))")
    }
  }

  /// As a shell takes it for one word.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+@:,=".utf8.contains(byte)
      }
    }
    guard !isPlain else { return path }
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
