import Glibc

/// A file for a while: open to its owner only, and gone with the last reference to it.
public final class ScratchFile: Sendable {
  public let path: String
  private let descriptor: Int32
  private let size = Locked(0)

  /// The ending of such files, for whoever tidies up behind a program that was killed.
  public static let ending = ".part"

  /// Creates an empty file of a new name.
  public init(in directory: String, random: RandomSource) throws(FileError) {
    path = "\(directory)/\(hexadecimal(random.bytes(16)))\(Self.ending)"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw FileError(path: path, verb: .created, errorNumber: errno)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  public var count: Int { size.withLock { $0 } }

  /// Writes behind what is there; one writer at a time.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, verb: .written, errorNumber: errno) }
      rest = rest.dropFirst(count)
      size.withLock { $0 += count }
    }
  }

  /// At most `limit` bytes from `offset` on; none at the end.
  public func read(at offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    var cause: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let result = pread(descriptor, buffer.baseAddress, limit, offset)
        if result < 0, errno == EINTR { continue }
        if result < 0 { cause = errno }
        count = max(0, result)
        return
      }
    }
    guard cause == 0 else { throw FileError(path: path, verb: .read, errorNumber: cause) }
    return bytes
  }
}
