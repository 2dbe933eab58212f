import Glibc

/// A lock on a file that one process at a time can hold; the system frees it when the process dies.
///
/// Two locks of one process on the same file exclude each other too.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Nil when another holder has the lock.
  ///
  /// The file is created when missing and stays.
  public init?(tryLocking path: String) throws(FileLockError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileLockError(path: path, errorNumber: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let cause = errno
      close(descriptor)
      if cause == EWOULDBLOCK { return nil }
      throw FileLockError(path: path, errorNumber: cause)
    }
    self.descriptor = descriptor
  }

  /// What the holder says of itself to those who meet the lock; "" until it says something.
  ///
  /// Only a hint: who cannot write or read it goes on without.
  public func leaveNote(_ note: String) {
    guard ftruncate(descriptor, 0) == 0, !note.isEmpty else { return }
    _ = note.utf8.withContiguousStorageIfAvailable {
      unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0)
    }
  }

  /// The note in the lock file at `path`, which its last holder may have left.
  public static func note(at path: String) -> String {
    guard let bytes = try? Files.read(path) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    // A process that is being started has a copy of every descriptor for a moment: closing ours alone
    // would leave the lock with it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

extension FileLockError: StorageFailure {
  public var storageProblem: StorageProblem? {
    StorageProblem(errorNumber: errorNumber, writing: true, file: path)
  }
}

public struct FileLockError: Error, Equatable, CustomStringConvertible {
  public let path: String
  public let errorNumber: Int32

  public var description: String {
    "The lock file \(path) cannot be opened: \(String(cString: strerror(errorNumber)))."
  }
}
